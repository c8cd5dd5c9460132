/** The current state of a plant: its powers, status and the parts of its flow. */
import { statusReason } from '@heliograph/contract/codecs/reason.ts'
import type {
  FastSystem,
  FlowEquipment as WireEquipment,
  FlowNode as WireNode,
} from '@heliograph/contract/maintain-s/system.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { call } from './call.ts'
import { keptAtOf } from './kept-state.ts'
import { type NowFigures, toNowFigures } from './plant-figures.ts'
import type { StatusReason } from './status-reason.ts'
import { toMs } from './wire-time.ts'
import { toZero, type ZeroSetting } from './zero-setting.ts'

/** A corner of the flow diagram. `power` in W by the signs of domain/quantities.ts. */
export type FlowNode = Readonly<WireNode>

/** Means of the weather stations that report: W/m², degC, m/s; null where none does. */
export type StationWeather = Readonly<{
  devices: readonly string[]
  irradianceWm2: number | null
  ambientC: number | null
  moduleC: number | null
  windMs: number | null
}>

/** Equipment between and beside the corners: names of devices, and the loggers. */
export type FlowEquipment = Readonly<{
  meters: readonly string[]
  pcs: readonly string[]
  compensation: readonly string[]
  weather: StationWeather | null
  loggers: Readonly<{ total: number; online: number }>
}>

const toEquipment = ({ weather, collectors, ...rest }: WireEquipment): FlowEquipment => ({
  ...rest,
  weather: weather && {
    devices: weather.devices,
    irradianceWm2: weather.irradiance,
    ambientC: weather.ambientTemperature,
    moduleC: weather.moduleTemperature,
    windMs: weather.windSpeed,
  },
  loggers: collectors,
})

export type PlantNow = NowFigures &
  Readonly<{
    nodes: readonly FlowNode[]
    equipment: FlowEquipment
    status: Status
    reason: StatusReason
    /** Upload interval of the plant's slowest logger. */
    intervalS: number
    sunUp: boolean
    /** When production is shown as 0 W although something else was measured; undefined: never. */
    zero: ZeroSetting | undefined
    nextSunriseMs: number | null
    /** Instant of the newest sample, by the server's clock as the next. */
    sampledAtMs: number | null
    serverAtMs: number
    /** The server was not reached: the last answer that this device kept, however old. */
    isKept?: true
  }>

export const toPlantNow = (wire: FastSystem): PlantNow => ({
  ...toNowFigures(wire),
  nodes: wire.nodes,
  equipment: toEquipment(wire.equipment),
  status: wire.status,
  reason: statusReason.fromWire(wire.reason),
  intervalS: wire.intervalS,
  sunUp: wire.sunUp,
  zero: wire.generationZero ? toZero(wire.generationZero) : undefined,
  nextSunriseMs: toMs(wire.nextSunrise),
  sampledAtMs: toMs(wire.lastUpdateTime),
  serverAtMs: toMs(wire.serverTime),
})

export async function fetchNow(id: number, signal?: AbortSignal): Promise<PlantNow> {
  const wire = await call('GET /maintain-s/fast/system/{id}', { params: { id } }, { signal })
  const [now, keptAtMs] = [toPlantNow(wire), keptAtOf(wire)]
  // The server's clock has gone on since: an age must not stand still with it.
  return keptAtMs === undefined ? now : { ...now, serverAtMs: now.serverAtMs + Date.now() - keptAtMs, isKept: true }
}
