import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import {
  type MeteringMethod,
  type MeteringRules,
  type MeteringSource,
  type MeteringTotals,
  meteredFlows,
  meteringSources,
} from '@heliograph/domain/metering.ts'
import type {
  MeteringSettings,
  Metering as WireMetering,
  WireMeteringEdit,
  WireMethod,
} from '../maintain-s/metering.ts'
import { flow } from './energies.ts'
import { type Codec, fromFields, kilo, toFields } from './fields.ts'

/** null: by the devices' roles; else all devices of a role, or some of them: `DEVICE:12,15`. */
export type SourceWord = string | null

/** Decisions of people. */
export type MeteringChoice = Omit<MeteringRules, 'sources'> &
  MeteringTotals &
  Readonly<{ sources: Readonly<Record<MeteringSource, SourceWord>> }>

type Parts<T> = Readonly<{ [P in keyof T]?: T[P] | undefined }>
/** Parts of a choice, and the day of the plant from which on methods and sources count; undefined: all its history. */
export type MeteringEdit = Readonly<{
  strategy: MeteringRules['strategy'] | undefined
  methods: MeteringChoice['methods']
  sources: Parts<MeteringChoice['sources']>
  totals: Partial<MeteringTotals>
  from: string | undefined
}>

/** A device that can be the source of something. */
export type AbleDevice = Readonly<{ deviceId: number; name: string; type: DeviceType }>
export type Carriers = readonly Readonly<{ flow: Flow; devices: readonly string[] }>[]
/** Wh of either sign, added to a day by people. */
export type DayOffset = Readonly<{ day: string; generationWh: number; useWh: number }>

export type Metering = MeteringChoice &
  Readonly<{
    /** YYYY-MM-DD; null: always. */
    since: string | null
    carriers: Carriers
    repeats: Carriers
    able: Readonly<Record<MeteringSource, readonly AbleDevice[]>>
    /** The newest first. */
    addedToDays: readonly DayOffset[]
  }>

const methodFields = {
  generation: 'cumulativeElectricMethod',
  load: 'electricityConsumptionMethod',
  import: 'electricityPurchaseMethod',
  export: 'gridInterconnectionMethod',
  charge: 'chargingElectricityMethod',
  discharge: 'dischargeElectricityMethod',
} as const
const sourceFields = {
  generation: 'generationStatisticMethod',
  consumption: 'consumptionStatisticMethod',
  utility: 'utilityStatisticMethod',
  battery: 'batteryStatisticMethod',
  irradiance: 'irradianceStatisticMethod',
} as const
const offsetFields = {
  generationOffsetWh: ['generationTotalOffset', kilo],
  useOffsetWh: ['consumeTotalOffset', kilo],
} as const
const ableFields = { deviceId: 'deviceId', name: 'deviceName', type: 'deviceType' } as const
const dayFields = { day: 'day', generationWh: ['generationOffset', kilo], useWh: ['useOffset', kilo] } as const

const methodWords: Readonly<Record<MeteringMethod, WireMethod>> = {
  automatic: null,
  lifetime: 'TOTAL_FROM_DEVICE_UPLOAD',
  daily: 'SUM_OF_DAILY_VALUES',
}
const toMethod = (word: WireMethod): MeteringMethod =>
  word === null ? 'automatic' : word === 'SUM_OF_DAILY_VALUES' ? 'daily' : 'lifetime'

/** The values of the parts that are there, each mapped. */
export const mapParts = <K extends string, A, B>(
  parts: readonly K[],
  values: Parts<Record<K, A>>,
  map: (value: A) => B,
): Record<K, B> =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const value = values[part]
      return value === undefined ? [] : [[part, map(value)]]
    }),
  ) as Record<K, B>

export const meteringChoice = {
  toWire: (ours: MeteringChoice): MeteringSettings => ({
    statisticMethodSettingStrategy: ours.strategy === 'manual' ? 'MANUAL' : 'DYNAMIC',
    ...toFields(
      methodFields,
      mapParts(meteredFlows, ours.methods, (method) => methodWords[method]),
    ),
    ...toFields(sourceFields, ours.sources),
    ...toFields(offsetFields, ours),
    consumeProportionStatisticMethod: ours.plannedUsePercent === null ? 'COMPUTE' : 'PLAN',
    theoryConsumeProportion: ours.plannedUsePercent,
  }),
  fromWire: (wire: WireMeteringEdit): MeteringEdit => {
    const { statisticMethodSettingStrategy: strategy, consumeProportionStatisticMethod: proportion } = wire
    return {
      strategy: strategy && (strategy === 'MANUAL' ? 'manual' : 'dynamic'),
      methods: mapParts(meteredFlows, fromFields(methodFields, wire), toMethod),
      sources: fromFields(sourceFields, wire),
      totals: {
        ...(fromFields(offsetFields, wire) as Partial<MeteringTotals>),
        ...(proportion && { plannedUsePercent: wire.theoryConsumeProportion ?? null }),
      },
      from: wire.from,
    }
  },
}

const toWireCarriers = (carriers: Carriers): WireMetering['measured'] =>
  carriers.map(({ flow: carried, devices }) => ({ field: flow.toWire(carried), devices: [...devices] }))
const toCarriers = (wire: WireMetering['measured']): Carriers =>
  wire.map(({ field, devices }) => ({ flow: flow.fromWire(field), devices }))

export const metering = {
  toWire: ({ since, carriers, repeats, able, addedToDays, ...choice }) => ({
    ...meteringChoice.toWire(choice),
    since,
    measured: toWireCarriers(carriers),
    repeatedHint: repeats.length > 0,
    repeated: toWireCarriers(repeats),
    candidates: mapParts(meteringSources, able, (devices) => devices.map((device) => toFields(ableFields, device))),
    dayOffsets: addedToDays.map((offset) => toFields(dayFields, offset)),
  }),
  fromWire: (wire) => {
    const { from, totals, ...choice } = meteringChoice.fromWire(wire)
    return {
      ...({ ...choice, ...totals } as MeteringChoice),
      since: wire.since,
      carriers: toCarriers(wire.measured),
      repeats: toCarriers(wire.repeated),
      able: mapParts(meteringSources, wire.candidates, (rows) => rows.map((row) => fromFields(ableFields, row))),
      addedToDays: wire.dayOffsets.map((offset) => fromFields(dayFields, offset)),
    }
  },
} satisfies Codec<Metering, WireMetering>
