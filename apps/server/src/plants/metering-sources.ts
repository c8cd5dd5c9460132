import { flows } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  chosenAmong,
  type MeteringRules,
  type MeteringSource,
  meteringSources,
  type PlantMetering,
  type SourceChoice,
  sourceOfFlow,
  sourcesOf,
} from '@heliograph/domain/metering.ts'
import { countsFlow, deliverable, type PlantDevice } from '../devices/devices.ts'

/** The devices that can be the source of something: they count one of its energies, or measure it. */
export function listAble(devices: readonly PlantDevice[], source: MeteringSource): readonly PlantDevice[] {
  return devices.filter(({ profileId, quantities }) => {
    const able = deliverable(profileId, quantities)
    if (source === 'irradiance') return able.includes('irradianceWm2')
    return flows.some((flow) => sourceOfFlow[flow] === source && countsFlow({ quantities: able }, flow))
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
    const isWhole = 'role' in choice || choice.serials.every((serial) => found.some((one) => one.serial === serial))
    if (found.length === 0 || !isWhole) throw new Refusal('PARAM_ERROR', { field: `sources.${source}` })
  }
}

/** What measures the irradiance of a plant: the chosen device, else the first that can. */
export function findIrradianceSource(
  devices: readonly PlantDevice[],
  metering: PlantMetering,
): PlantDevice | undefined {
  const able = listAble(devices, 'irradiance')
  return (chosenAmong(able, sourcesOf(metering).irradiance) ?? able)[0]
}
