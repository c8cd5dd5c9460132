/** The current state of a plant: its powers, status and the parts of its flow. */
import type { FastSystem, FlowNode as WireNode } from '@heliograph/contract/maintain-s/system.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { call } from './call.ts'
import { type NowFigures, toNowFigures } from './plant-figures.ts'
import { type StatusReason, toReason } from './status-reason.ts'
import { toMs } from './wire-time.ts'

/** A corner of the flow diagram. `power` in W by the signs of domain/quantities.ts. */
export type FlowNode = Readonly<WireNode>

export type PlantNow = NowFigures &
  Readonly<{
    nodes: readonly FlowNode[]
    status: Status
    reason: StatusReason
    /** Upload interval of the plant's slowest logger. */
    intervalS: number
    sunUp: boolean
    nextSunriseMs: number | null
    /** Instant of the newest sample, by the server's clock as the next. */
    sampledAtMs: number | null
    serverAtMs: number
  }>

export const toPlantNow = (wire: FastSystem): PlantNow => ({
  ...toNowFigures(wire),
  nodes: wire.nodes,
  status: wire.status,
  reason: toReason(wire.reason),
  intervalS: wire.intervalS,
  sunUp: wire.sunUp,
  nextSunriseMs: toMs(wire.nextSunrise),
  sampledAtMs: toMs(wire.lastUpdateTime),
  serverAtMs: toMs(wire.serverTime),
})

export const fetchNow = async (id: number, signal?: AbortSignal): Promise<PlantNow> =>
  toPlantNow(await call('GET /maintain-s/fast/system/{id}', { params: { id } }, { signal }))
