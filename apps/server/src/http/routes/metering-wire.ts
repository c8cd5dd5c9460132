import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { MeteringSettings, WireMeteringEdit, WireMethod } from '@heliograph/contract/maintain-s/metering.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  currentRules,
  type MeteredFlow,
  type MeteringMethod,
  type MeteringSource,
  meteredFlows,
  meteringSources,
  type PlantMetering,
  type SourceChoice,
  type SourceRole,
} from '@heliograph/domain/metering.ts'
import type { MeteringChange } from '../../fleet/plants/plants.ts'

export const methodFields = {
  generation: 'cumulativeElectricMethod',
  load: 'electricityConsumptionMethod',
  import: 'electricityPurchaseMethod',
  export: 'gridInterconnectionMethod',
  charge: 'chargingElectricityMethod',
  discharge: 'dischargeElectricityMethod',
} as const satisfies Record<MeteredFlow, keyof MeteringSettings>

const sourceFields = {
  generation: 'generationStatisticMethod',
  consumption: 'consumptionStatisticMethod',
  utility: 'utilityStatisticMethod',
  battery: 'batteryStatisticMethod',
  irradiance: 'irradianceStatisticMethod',
} as const satisfies Record<MeteringSource, keyof MeteringSettings>

const wireMethods: Readonly<Record<MeteringMethod, WireMethod>> = {
  automatic: null,
  lifetime: 'TOTAL_FROM_DEVICE_UPLOAD',
  daily: 'SUM_OF_DAILY_VALUES',
}
const methodOf = (wire: WireMethod): MeteringMethod =>
  wire === null ? 'automatic' : wire === 'TOTAL_FROM_DEVICE_UPLOAD' ? 'lifetime' : 'daily'

const wireRoles: Readonly<Record<SourceRole, string>> = {
  inverter: 'INVERTER',
  meter: 'METER',
  battery: 'BATTERY',
  weatherStation: 'WEATHER_STATION',
}

/** A plant's devices, also those of the past: the wire names them by id, storage by serial number. */
export type Named = readonly Readonly<{ deviceId: number; serial: string }>[]

function toChoice(wire: string, devices: Named): SourceChoice {
  const role = (Object.keys(wireRoles) as SourceRole[]).find((item) => wireRoles[item] === wire)
  if (role) return { role }
  const ids = wire.slice('DEVICE:'.length).split(',').map(Number)
  const found = devices.filter(({ deviceId }) => ids.includes(deviceId))
  // A device of another plant is as unknown as one that does not exist.
  if (found.length !== new Set(ids).size) throw new Refusal('PARAM_ERROR', { field: 'sources' })
  return { serials: found.map(({ serial }) => serial) }
}

function fromChoice(choice: SourceChoice | null, devices: Named): string | null {
  if (choice === null) return null
  if ('role' in choice) return wireRoles[choice.role]
  const ids = devices.filter(({ serial }) => choice.serials.includes(serial)).map(({ deviceId }) => deviceId)
  // All of its devices are gone: what is left to count by are the roles.
  return ids.length === 0 ? null : `DEVICE:${ids.join()}`
}

/** @throws Refusal PARAM_ERROR for a device that is not the plant's, or a planned share without its value */
export function toMeteringChange(edit: WireMeteringEdit, devices: Named): MeteringChange {
  const { statisticMethodSettingStrategy: strategy, consumeProportionStatisticMethod: proportion } = edit
  const { generationTotalOffset, consumeTotalOffset, theoryConsumeProportion } = edit
  if ((proportion === 'PLAN') !== (theoryConsumeProportion != null))
    throw new Refusal('PARAM_ERROR', { field: 'body.theoryConsumeProportion' })
  const methods = meteredFlows.flatMap((flow) => {
    const options = edit[methodFields[flow]]
    return options === undefined ? [] : [[flow, methodOf(options)]]
  })
  const sources = meteringSources.flatMap((source) => {
    const options = edit[sourceFields[source]]
    return options === undefined ? [] : [[source, options === null ? null : toChoice(options, devices)]]
  })
  return {
    ...(strategy && { strategy: strategy === 'MANUAL' ? 'manual' : 'dynamic' }),
    methods: Object.fromEntries(methods),
    sources: Object.fromEntries(sources),
    totals: {
      ...(generationTotalOffset !== undefined && { generationOffsetWh: toWh(generationTotalOffset) }),
      ...(consumeTotalOffset !== undefined && { useOffsetWh: toWh(consumeTotalOffset) }),
      ...(proportion !== undefined && { plannedUsePercent: theoryConsumeProportion ?? null }),
    },
    from: edit.from,
  }
}

/** Tenths of a milliwatt-hour, as all energies. */
const toWh = (kwh: number): number => Math.round(kwh * 1e7) / 1e4

export function toSettings(metering: PlantMetering, devices: Named): MeteringSettings {
  const { strategy, methods, sources } = currentRules(metering)
  const { generationOffsetWh, useOffsetWh, plannedUsePercent } = metering.totals
  const sourceOf = (source: MeteringSource) => fromChoice(sources[source], devices)
  return {
    statisticMethodSettingStrategy: strategy === 'manual' ? 'MANUAL' : 'DYNAMIC',
    cumulativeElectricMethod: wireMethods[methods.generation],
    electricityConsumptionMethod: wireMethods[methods.load],
    electricityPurchaseMethod: wireMethods[methods.import],
    gridInterconnectionMethod: wireMethods[methods.export],
    chargingElectricityMethod: wireMethods[methods.charge],
    dischargeElectricityMethod: wireMethods[methods.discharge],
    generationStatisticMethod: sourceOf('generation'),
    consumptionStatisticMethod: sourceOf('consumption'),
    utilityStatisticMethod: sourceOf('utility'),
    batteryStatisticMethod: sourceOf('battery'),
    irradianceStatisticMethod: sourceOf('irradiance'),
    generationTotalOffset: generationOffsetWh / 1000,
    consumeTotalOffset: useOffsetWh / 1000,
    consumeProportionStatisticMethod: plannedUsePercent === null ? 'COMPUTE' : 'PLAN',
    theoryConsumeProportion: plannedUsePercent,
  }
}

/** The settings that differ, with the day from which on they count. */
export function toMeteringChanges(before: PlantMetering, after: PlantMetering, devices: Named): Changes {
  const [was, is] = [toSettings(before, devices), toSettings(after, devices)]
  const fields = Object.keys(is) as (keyof MeteringSettings)[]
  const sinceWas = before.versions.at(-1)?.from ?? null
  const since = after.versions.at(-1)?.from ?? null
  return [
    ...fields
      .filter((field) => was[field] !== is[field])
      .map((field) => ({ field, before: was[field], after: is[field] })),
    ...(since === sinceWas ? [] : [{ field: 'meteringSince', before: sinceWas, after: since }]),
  ]
}
