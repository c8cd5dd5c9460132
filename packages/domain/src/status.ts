import { MINUTE_MS } from './duration.ts'

/**
 * One status for every device and plant, worst first. The page, the list, the counts and the live stream all show it
 * with its reason.
 */
export const statuses = ['fault', 'silent', 'partSilent', 'late', 'waiting', 'asleep', 'well'] as const
export type Status = (typeof statuses)[number]
/** Statuses of plants that somebody should look at. */
export const troubleStatuses = ['fault', 'silent', 'partSilent', 'late'] as const satisfies readonly Status[]
/** Statuses of plants that do what they should; one that sleeps is well. */
export const wellStatuses = ['asleep', 'well'] as const satisfies readonly Status[]
/** Whether a device reports; its status apart from faults. */
export type Presence = Exclude<Status, 'fault' | 'partSilent'>

/** 0 is the worst. */
export const rankOf = (status: Status): number => statuses.indexOf(status)

/**
 * Data is late after three missed intervals, and its device silent after twelve. Where records come every few seconds, a
 * restart of the device, of its connection or of this server misses more than that, and is neither.
 */
const LATE_INTERVALS = 3
const SILENT_INTERVALS = 12
const LEAST_LATE_MS = MINUTE_MS
const LEAST_SILENT_MS = 10 * MINUTE_MS

/** How old the newest record of a device may be before it is late. @param intervalMs between two of its records */
export const lateAfterMs = (intervalMs: number): number => Math.max(LATE_INTERVALS * intervalMs, LEAST_LATE_MS)
/** How old it may be before the device is silent. @param intervalMs between two of its records */
export const silentAfterMs = (intervalMs: number): number => Math.max(SILENT_INTERVALS * intervalMs, LEAST_SILENT_MS)

/**
 * The reason shown in the badge.
 * idle: produces no power in full sun. mute: the logger is online, its device does not answer. The last four say what
 * a plant waits for: a logger, a first contact of its logger, a first record, a person who paused its connections.
 */
export const reasonKinds = [
  'idle',
  'faultCode',
  'faultState',
  'mute',
  'silent',
  'late',
  'asleep',
  'well',
  'noLogger',
  'noContact',
  'noRecord',
  'paused',
] as const
export type ReasonKind = (typeof reasonKinds)[number]

export const deviceGroups = ['inverter', 'meter', 'battery', 'device'] as const
/** The group that the devices of a reason belong to. */
export type DeviceGroup = (typeof deviceGroups)[number]

export type Reason = Readonly<{
  kind: ReasonKind
  /** Applies to this many devices of this many in their group. */
  count: number
  total: number
  group: DeviceGroup
  /** Since when the first of them has it, UTC ms. */
  sinceMs: number | null
  /** The first few of them. */
  devices: readonly Readonly<{ id: number; name: string }>[]
  /** As the device writes it. */
  code: string | null
}>

export const MOST_NAMED = 3

/** When a device should report: always, or while the sun is high enough for it. */
export type DueTime = Readonly<{
  /** Time due between two instants, ms; counting stops at `mostMs`. */
  between: (fromMs: number, toMs: number, mostMs: number) => number
  /** The instant at which so much time was due; null: not in the foreseeable future. */
  reach: (fromMs: number, dueMs: number) => number | null
}>

export const alwaysDue: DueTime = {
  between: (fromMs, toMs, mostMs) => Math.min(Math.max(0, toMs - fromMs), mostMs),
  reach: (fromMs, dueMs) => fromMs + dueMs,
}

export type Fault = Readonly<{ kind: 'idle' | 'faultCode' | 'faultState'; code: string | null; sinceMs: number }>

export type DeviceFacts = Readonly<{
  /** Newest sample. */
  lastAtMs: number | null
  intervalMs: number
  due: Pick<DueTime, 'reach'>
  /** Kept until the device itself reports its end. */
  fault: Fault | null
  /** Until then its logger counts as online without another contact. */
  loggerOnlineUntilMs: number | null
  /** A person wants its connection to be left alone: since then, or until then. Missing: nobody ever did. */
  pausedAtMs?: number | null
  resumedAtMs?: number | null
}>

export type DeviceStatus = Readonly<{
  status: Exclude<Status, 'partSilent'>
  presence: Presence
  kind: ReasonKind
  sinceMs: number | null
  code: string | null
  /** When time alone may change this; null: never. */
  nextChangeAtMs: number | null
}>

const waiting: DeviceStatus = {
  status: 'waiting',
  presence: 'waiting',
  kind: 'noRecord',
  sinceMs: null,
  code: null,
  nextChangeAtMs: null,
}

/**
 * A device is missed only for time in which it was due: what falls silent at noon is still silent at midnight, and what
 * stopped at dusk is asleep until the sun is high enough for it.
 */
export function deviceStatus(device: DeviceFacts, nowMs: number): DeviceStatus {
  const { lastAtMs, intervalMs, due, fault, loggerOnlineUntilMs, pausedAtMs = null, resumedAtMs = null } = device
  if (pausedAtMs !== null) return { ...waiting, kind: 'paused', sinceMs: pausedAtMs }
  if (lastAtMs === null) return waiting
  const freshUntilMs = lastAtMs + lateAfterMs(intervalMs)
  // Most devices report: for them only the next due time is computed.
  if (nowMs <= freshUntilMs)
    return {
      status: fault ? 'fault' : 'well',
      presence: 'well',
      kind: fault ? fault.kind : 'well',
      sinceMs: fault ? fault.sinceMs : null,
      code: fault?.code ?? null,
      nextChangeAtMs: freshUntilMs + 1,
    }
  // Records of the time of a pause are not missing.
  const dueFromMs = Math.max(lastAtMs, resumedAtMs ?? lastAtMs)
  const firstUntilMs = dueFromMs + lateAfterMs(intervalMs)
  if (dueFromMs > lastAtMs && nowMs <= firstUntilMs) return { ...waiting, nextChangeAtMs: firstUntilMs + 1 }
  const lateMs = due.reach(dueFromMs, lateAfterMs(intervalMs))
  const silentMs = due.reach(dueFromMs, silentAfterMs(intervalMs))
  const isOver = (atMs: number | null): boolean => atMs !== null && nowMs > atMs
  const presence = isOver(silentMs) ? 'silent' : isOver(lateMs) ? 'late' : 'asleep'
  const isMute = presence === 'silent' && loggerOnlineUntilMs !== null && nowMs <= loggerOnlineUntilMs
  const changes = [lateMs, silentMs, isMute ? loggerOnlineUntilMs : null]
  const coming = changes.filter((atMs) => atMs !== null && atMs >= nowMs) as number[]
  return {
    status: fault ? 'fault' : presence,
    presence,
    kind: fault ? fault.kind : isMute ? 'mute' : presence,
    sinceMs: fault ? fault.sinceMs : lastAtMs,
    code: fault?.code ?? null,
    nextChangeAtMs: coming.length === 0 ? null : Math.min(...coming) + 1,
  }
}

export type PlantDeviceStatus = Readonly<{ id: number; name: string; group: DeviceGroup; state: DeviceStatus }>

export type PlantStatus = Readonly<{
  status: Status
  reason: Reason
  deviceCount: number
  silentCount: number
  faultCount: number
}>

/** The worst of its devices; the status of a plant without devices follows from its loggers. */
export function plantStatus(
  devices: readonly PlantDeviceStatus[],
  loggers: Readonly<{ count: number; heardCount: number }>,
): PlantStatus {
  const heard: PlantDeviceStatus[] = []
  let silentCount = 0
  let faultCount = 0
  let worst: number = statuses.length
  let isAnyWell = false
  for (const device of devices) {
    const { presence, status } = device.state
    if (presence === 'waiting') continue
    heard.push(device)
    if (presence === 'silent') silentCount++
    if (presence === 'well') isAnyWell = true
    if (status === 'fault') faultCount++
    worst = Math.min(worst, rankOf(status))
  }
  const counts = { deviceCount: devices.length, silentCount, faultCount }
  if (heard.length === 0) {
    const paused = devices.filter(({ state }) => state.kind === 'paused')
    if (paused.length > 0) return { status: 'waiting', reason: toReason(paused, devices), ...counts }
    const kind: ReasonKind = loggers.count === 0 ? 'noLogger' : loggers.heardCount === 0 ? 'noContact' : 'noRecord'
    return { status: 'waiting', reason: { ...emptyReason, kind, total: devices.length }, ...counts }
  }
  const found = statuses[worst] as DeviceStatus['status']
  // A sleeping device beside reporting ones is where it should be.
  const isAwake = found === 'asleep' && isAnyWell
  const status: Status = found === 'silent' && silentCount < heard.length ? 'partSilent' : isAwake ? 'well' : found
  if (status === 'well') return { ...allWell(devices.length), ...counts }
  const causes = heard.filter(({ state }) => state.status === found)
  return { status, reason: toReason(causes, devices), ...counts }
}

/** Of a plant whose devices all report and have nothing to say: at most samples of most plants. */
export const allWell = (devices: number): PlantStatus => ({
  status: 'well',
  reason: { ...emptyReason, count: devices, total: devices },
  deviceCount: devices,
  silentCount: 0,
  faultCount: 0,
})

const emptyReason: Reason = {
  kind: 'well',
  count: 0,
  total: 0,
  group: 'device',
  sinceMs: null,
  devices: [],
  code: null,
}

const kindRank = (kind: ReasonKind): number => reasonKinds.indexOf(kind)

/** The most severe reason represents the others of its kind. */
function toReason(causes: readonly PlantDeviceStatus[], all: readonly PlantDeviceStatus[]): Reason {
  const gravest = causes.toSorted((a, b) => kindRank(a.state.kind) - kindRank(b.state.kind))[0]
  if (!gravest) return emptyReason
  const { kind } = gravest.state
  const same = causes.filter(({ state }) => state.kind === kind)
  const isOneGroup = same.every(({ group }) => group === gravest.group)
  const times = same.flatMap(({ state }) => (state.sinceMs === null ? [] : [state.sinceMs]))
  const isOneCode = same.every(({ state }) => state.code === gravest.state.code)
  return {
    kind,
    count: same.length,
    total: isOneGroup ? all.filter(({ group }) => group === gravest.group).length : all.length,
    group: isOneGroup ? gravest.group : 'device',
    sinceMs: times.length === 0 ? null : Math.min(...times),
    devices: kind === 'well' ? [] : same.slice(0, MOST_NAMED).map(({ id, name }) => ({ id, name })),
    code: isOneCode ? gravest.state.code : null,
  }
}
