import type { GenerationZero } from '@heliograph/domain/generation-zero.ts'
import type { Reason, Status } from '@heliograph/domain/status.ts'
import type { FastSystem, FlowNode, FlowEquipment as WireEquipment } from '../maintain-s/system.ts'
import { type Codec, fromFields, kilo, seconds, toFields } from './fields.ts'
import { type Powers, powerFields } from './powers.ts'
import { statusReason } from './reason.ts'

/** Means of the weather stations that report: W/m², degC, m/s; null where none does. */
export type StationWeather = Readonly<{
  devices: string[]
  irradianceWm2: number | null
  ambientC: number | null
  moduleC: number | null
  windMs: number | null
}>

/** Equipment between and beside the corners of the flow: names of devices, and the loggers. */
export type FlowEquipment = Readonly<{
  meters: string[]
  pcs: string[]
  compensation: string[]
  weather: StationWeather | null
  loggers: Readonly<{ total: number; online: number }>
}>

/** The current state of a plant: its powers, status and the parts of its flow. */
export type PlantNow = Powers &
  Readonly<{
    plantId: number
    unaccountedW: number | null
    /** Share of the installed capacity, 0 to 1. */
    capacityShare: number | null
    todayWh: number | null
    nodes: FlowNode[]
    equipment: FlowEquipment
    status: Status
    reason: Reason
    /** Upload interval of the plant's slowest logger. */
    intervalS: number
    sunUp: boolean
    /** When production is shown as 0 W although something else was measured; null: never. */
    zero: GenerationZero | null
    nextSunriseMs: number | null
    /** Instant of the newest sample, by the server's clock as the next. */
    sampledAtMs: number | null
    serverAtMs: number
  }>

const weatherFields = {
  devices: 'devices',
  irradianceWm2: 'irradiance',
  ambientC: 'ambientTemperature',
  moduleC: 'moduleTemperature',
  windMs: 'windSpeed',
} as const

const equipment = {
  toWire: ({ weather, loggers, ...same }) => ({
    ...same,
    weather: weather && toFields(weatherFields, weather),
    collectors: loggers,
  }),
  fromWire: ({ weather, collectors, ...same }) => ({
    ...same,
    weather: weather && fromFields(weatherFields, weather),
    loggers: collectors,
  }),
} satisfies Codec<FlowEquipment, WireEquipment>

const zeroFields = { belowW: 'below', atNight: 'atNight' } as const
export const generationZero = {
  toWire: (ours) => toFields(zeroFields, ours),
  fromWire: (wire) => fromFields(zeroFields, wire),
} satisfies Codec<GenerationZero, NonNullable<FastSystem['generationZero']>>

const fields = {
  ...powerFields,
  plantId: 'systemId',
  unaccountedW: 'unaccountedPower',
  capacityShare: 'generationCapacity',
  todayWh: ['generationValue', kilo],
  nodes: 'nodes',
  status: 'status',
  intervalS: 'intervalS',
  sunUp: 'sunUp',
  nextSunriseMs: ['nextSunrise', seconds],
  sampledAtMs: ['lastUpdateTime', seconds],
  serverAtMs: ['serverTime', seconds],
} as const

export const plantNow = {
  toWire: (ours) => {
    const [pvW, gridW, batteryW] = [ours.pvW ?? 0, ours.gridW ?? 0, ours.batteryW ?? 0]
    return {
      ...toFields(fields, ours),
      genStatus: pvW > 0 ? 'OUT' : 'STATIC',
      wireStatus: gridW > 0 ? 'PURCHASE' : gridW < 0 ? 'GRID_CONNECTED' : 'STATIC',
      batteryStatus: batteryW > 0 ? 'DISCHARGE' : batteryW < 0 ? 'CHARGE' : 'STATIC',
      useStatus: (ours.loadW ?? 0) > 0 ? 'IN' : 'STATIC',
      equipment: equipment.toWire(ours.equipment),
      reason: statusReason.toWire(ours.reason),
      generationZero: ours.zero && generationZero.toWire(ours.zero),
    }
  },
  fromWire: (wire) => ({
    ...fromFields(fields, wire),
    equipment: equipment.fromWire(wire.equipment),
    reason: statusReason.fromWire(wire.reason),
    zero: wire.generationZero && generationZero.fromWire(wire.generationZero),
  }),
} satisfies Codec<PlantNow, FastSystem>
