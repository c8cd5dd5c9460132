/** Records from loggers, missing ones, and the loggers' connections. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { type LoggerConnection, loggerConnection } from '@heliograph/contract/codecs/logger.ts'
import type { LoggerDay, ReportedLogger } from '@heliograph/contract/maintain-s/communication.ts'
import { call } from './call.ts'

export type { LoggerDay, ReportedLogger }
export type MissedStretch = LoggerDay['gaps'][number]
export type PlantCommunication = Readonly<{
  from: string
  to: string
  zone: string
  loggers: readonly ReportedLogger[]
}>

const PAGE_SIZE = 50
/** The report of a plant ends after so many loggers; the fleet's report goes on. */
const MOST_PAGES = 4

export async function fetchPlantCommunication(
  plantId: number,
  range: Readonly<{ from?: string; to?: string }>,
  signal?: AbortSignal,
): Promise<PlantCommunication> {
  const loggers: ReportedLogger[] = []
  for (let page = 1; ; page++) {
    const asked = { params: { id: plantId }, query: { ...range, page, size: PAGE_SIZE } }
    const wire = await call('GET /maintain-s/operating/station/{id}/communication', asked, { signal })
    loggers.push(...wire.data)
    if (wire.data.length === 0 || loggers.length >= wire.total || page >= MOST_PAGES)
      return { from: wire.from, to: wire.to, zone: wire.zone, loggers }
  }
}

export const FLEET_PAGE_SIZE = 25

export const fetchFleetCommunication = (
  { page, ...range }: Readonly<{ page: number; from?: string; to?: string }>,
  signal?: AbortSignal,
): Promise<FleetCommunication> =>
  call(
    'POST /maintain-s/operating/station/communication',
    { query: { page, size: FLEET_PAGE_SIZE }, body: range },
    { signal },
  )
export type FleetCommunication = CallReply<'POST /maintain-s/operating/station/communication'>

export async function fetchConnections(plantId: number, signal?: AbortSignal): Promise<readonly LoggerConnection[]> {
  const asked = { params: { id: plantId }, query: {} }
  return (await call('GET /maintain-s/fast/{id}/collector/networkingInfo', asked, { signal })).data.map(
    loggerConnection.fromWire,
  )
}
