import { flows } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  chosenAmong,
  type MeteringRules,
  type MeteringSource,
  meteringSources,
  type SourceChoice,
  sourceOfFlow,
} from '@heliograph/domain/metering.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { deliverable, IMPORT_PROFILE_ID, measuresFlow, type PlantDevice } from '../devices/devices.ts'

const lightQuantities: readonly QuantityId[] = ['irradianceWm2', 'horizontalIrradianceWm2']

/** The devices that can be the source of something: they measure one of its energies, by a counter or a power. An import cannot. */
export function listAble(devices: readonly PlantDevice[], source: MeteringSource): readonly PlantDevice[] {
  return devices.filter(({ type, profileId, quantities, wiring }) => {
    if (profileId === IMPORT_PROFILE_ID) return false
    const able = deliverable(profileId, quantities)
    if (source === 'irradiance')
      return type === 'WEATHER_STATION' && able.some((quantity) => lightQuantities.includes(quantity))
    return flows.some((flow) => sourceOfFlow[flow] === source && measuresFlow({ type, quantities: able, wiring }, flow))
  })
}

/** A choice that none of the devices fits would change nothing. @throws Refusal PARAM_ERROR */
export function refuseIdleSources(
  sources: Partial<MeteringRules['sources']> | undefined,
  devices: readonly PlantDevice[],
): void {
  for (const source of meteringSources) {
    const choice: SourceChoice | null | undefined = sources?.[source]
    if (choice == null) continue
    const found = chosenAmong(listAble(devices, source), choice) ?? []
    const isWhole = 'role' in choice || choice.serials.every((serial) => found.some((item) => item.serial === serial))
    if (found.length === 0 || !isWhole) throw new Refusal('PARAM_ERROR', { field: `sources.${source}` })
  }
}
