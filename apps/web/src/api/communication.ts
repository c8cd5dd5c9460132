/** Records from loggers, missing ones, and the loggers' connections, in our words. */
import type {
  CommunicationDay,
  CommunicationLogger,
  FleetCommunicationRow,
  NetworkingRow,
} from '@heliograph/contract/maintain-s/communication.ts'
import type { GapCause } from '@heliograph/domain/communication.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type MissedStretch = Readonly<{
  fromMs: number
  toMs: number
  records: number
  cause: GapCause
  /** Of one device, while others behind its logger reported. */
  device: string | null
}>

export type LoggerDay = Readonly<{
  day: string
  intervalS: number
  expected: number
  received: number
  gapCount: number
  /** The longest ones. */
  gaps: readonly MissedStretch[]
  restarts: number
  signal: Readonly<{ min: number; mean: number; max: number }> | undefined
  delay: Readonly<{ meanS: number; maxS: number }> | undefined
  buffered: number
  firmware: string
  missing: readonly Readonly<{ id: number; name: string }>[]
}>

export type ReportedLogger = Readonly<{
  serial: string
  name: string
  online: boolean
  lastSeenMs: number | null
  firmware: string
  intervalMinutes: number
  days: readonly LoggerDay[]
}>

export type PlantCommunication = Readonly<{
  from: string
  to: string
  zone: string
  loggers: readonly ReportedLogger[]
}>

const toDay = (wire: CommunicationDay): LoggerDay => ({
  day: wire.day,
  intervalS: wire.intervalS,
  expected: wire.expectedRecords,
  received: wire.receivedRecords,
  gapCount: wire.gapTotal,
  gaps: wire.gaps.map(({ from, to, records, cause, deviceName }) => ({
    fromMs: toMs(from),
    toMs: toMs(to),
    records,
    cause,
    device: deviceName,
  })),
  restarts: wire.restartCount,
  signal:
    wire.signalMin === null || wire.signalAvg === null || wire.signalMax === null
      ? undefined
      : { min: wire.signalMin, mean: wire.signalAvg, max: wire.signalMax },
  delay: wire.delayAvg === null || wire.delayMax === null ? undefined : { meanS: wire.delayAvg, maxS: wire.delayMax },
  buffered: wire.bufferedRecords,
  firmware: wire.firmware,
  missing: wire.missingDevices,
})

const toReported = (wire: CommunicationLogger): ReportedLogger => ({
  serial: wire.deviceSn,
  name: wire.gatewayName,
  online: wire.online,
  lastSeenMs: toMs(wire.lastSeen),
  firmware: wire.firmware,
  intervalMinutes: wire.intervalMinutes,
  days: wire.days.map(toDay),
})

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
    loggers.push(...wire.data.map(toReported))
    if (wire.data.length === 0 || loggers.length >= wire.total || page >= MOST_PAGES)
      return { from: wire.from, to: wire.to, zone: wire.timeZone, loggers }
  }
}

/** A logger of any plant, over the whole range. */
export type FleetLogger = Readonly<{
  plantId: number
  plantName: string
  serial: string
  name: string
  online: boolean
  lastSeenMs: number | null
  firmware: string
  expected: number
  received: number
  gapCount: number
  longestMs: number
  restarts: number
  signalPercent: number | null
  missing: number
  days: readonly Readonly<{ day: string; expected: number; received: number }>[]
}>
export type FleetCommunication = Readonly<{
  from: string
  to: string
  total: number
  expected: number
  received: number
  loggers: readonly FleetLogger[]
}>

const toFleetLogger = (wire: FleetCommunicationRow): FleetLogger => ({
  plantId: wire.stationId,
  plantName: wire.stationName,
  serial: wire.deviceSn,
  name: wire.gatewayName,
  online: wire.online,
  lastSeenMs: toMs(wire.lastSeen),
  firmware: wire.firmware,
  expected: wire.expectedRecords,
  received: wire.receivedRecords,
  gapCount: wire.gapTotal,
  longestMs: wire.gapLongest * 1000,
  restarts: wire.restartCount,
  signalPercent: wire.signalAvg,
  missing: wire.missingTotal,
  days: wire.days.map(({ day, expectedRecords, receivedRecords }) => ({
    day,
    expected: expectedRecords,
    received: receivedRecords,
  })),
})

export const FLEET_PAGE_SIZE = 25

export async function fetchFleetCommunication(
  asked: Readonly<{ page: number; from?: string; to?: string }>,
  signal?: AbortSignal,
): Promise<FleetCommunication> {
  const { page, ...range } = asked
  const wire = await call(
    'POST /maintain-s/operating/station/communication',
    { query: { page, size: FLEET_PAGE_SIZE }, body: range },
    { signal },
  )
  return {
    from: wire.from,
    to: wire.to,
    total: wire.total,
    expected: wire.expectedRecords,
    received: wire.receivedRecords,
    loggers: wire.data.map(toFleetLogger),
  }
}

/** How a logger is connected, as far as it says so itself; null: it does not. */
export type LoggerConnection = Readonly<{
  serial: string
  link: 'wlan' | null
  signalPercent: number | null
  firmware: string | null
  everyS: number
  heartbeatS: number
  runsS: number | null
  ranInAllS: number | null
  startedMs: number | null
  connects: number | null
  firstSeenMs: number | null
  network: NetworkingRow['network']
}>

const toConnection = (wire: NetworkingRow): LoggerConnection => ({
  serial: wire.deviceSn,
  link: wire.link === null ? null : 'wlan',
  signalPercent: wire.signalIntensity,
  firmware: wire.firmware,
  everyS: wire.uploadCycle,
  heartbeatS: wire.heartbeatS,
  runsS: wire.workingTimeS,
  ranInAllS: wire.totalWorkingTimeS,
  startedMs: toMs(wire.startedAt),
  connects: wire.connectsToday,
  firstSeenMs: toMs(wire.firstSeen),
  network: wire.network,
})

export async function fetchConnections(plantId: number, signal?: AbortSignal): Promise<readonly LoggerConnection[]> {
  const asked = { params: { id: plantId }, query: {} }
  return (await call('GET /maintain-s/fast/{id}/collector/networkingInfo', asked, { signal })).data.map(toConnection)
}
