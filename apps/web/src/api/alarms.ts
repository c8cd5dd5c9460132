/** Alarms in our words, and the calls that find, show and change them. */

import type { CallReply } from '@heliograph/contract/calls.ts'
import { kilo } from '@heliograph/contract/codecs/fields.ts'
import type {
  AlertCode,
  AlertCounts,
  AlertDetail,
  AlertEvent,
  AlertMeasured,
  AlertRow,
  AlertBlock as WireBlock,
} from '@heliograph/contract/maintain-s/alerts.ts'
import type { AlarmInfluence, AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { addressOf, call } from './call.ts'
import { toQuery } from './path.ts'
import { toMs } from './wire-time.ts'

/** One of the facts, ready to be named and written by its unit. */
export type AlarmFact = AlertMeasured

export type AlarmPerson = Readonly<{ userId: number; name: string }>

export type Alarm = Readonly<{
  id: string
  name: string
  level: AlarmLevel
  influence: AlarmInfluence
  isOpen: boolean
  openedAtMs: number
  closedAtMs: number | null
  seenAtMs: number
  /** The id of its rule, for links and blocks. */
  rule: string
  code: string
  plantId: number
  plantName: string
  zone: string
  /** null: the plant, or a logger. */
  deviceId: number | null
  deviceName: string | null
  serial: string | null
  deviceType: DeviceType | null
  part: string
  lostWh: number | null
  lostMoney: number | null
  currency: string
  /** How often it came, its return within hours included. */
  times: number
  acknowledgedAtMs: number | null
  snoozedUntilMs: number | null
  assignee: AlarmPerson | null
  notes: number
  isBlocked: boolean
  canAct: boolean
}>

export type AlarmCounts = Readonly<{
  open: number
  closed: number
  blocked: number
  faults: number
  warnings: number
  tips: number
}>

/** State of the watch while nothing is wrong. */
export type AllWell = Readonly<{
  rules: number
  plants: number
  sinceMs: number | null
  watchedSinceMs: number | null
  lastDataMs: number | null
}>

export type AlarmPage = Readonly<{
  total: number
  alarms: readonly Alarm[]
  counts: AlarmCounts
  /** null: the page has alarms. */
  well: AllWell | null
  rules: readonly Readonly<{ id: string; name: string }>[]
}>

export type AlarmsWanted = Readonly<{
  plantId?: number | undefined
  state: 'open' | 'history' | 'blocked'
  level?: AlarmLevel | undefined
  influence?: AlarmInfluence | undefined
  type?: DeviceType | undefined
  deviceId?: number | undefined
  rule?: string | undefined
  fromDay?: string | undefined
  toDay?: string | undefined
  words?: string | undefined
  isAcknowledged?: boolean | undefined
  isMine?: boolean | undefined
}>

function toBody(wanted: AlarmsWanted, language: LanguageCode) {
  const { state, plantId, level, influence, type, deviceId, rule, fromDay, toDay, words } = wanted
  return {
    plantId,
    level,
    deviceId,
    language,
    deviceType: type,
    ruleId: rule,
    startDay: fromDay,
    endDay: toDay,
    keyword: words || undefined,
    influenceList: influence === undefined ? undefined : [influence],
    status: state === 'history' ? (0 as const) : (1 as const),
    blocked: state === 'history' ? undefined : state === 'blocked',
    acknowledged: wanted.isAcknowledged,
    mine: wanted.isMine || undefined,
  }
}

export const alarmOrders = ['worst', 'newest', 'loss'] as const
export type AlarmOrder = (typeof alarmOrders)[number]
const properties = { worst: 'level', newest: 'startTime', loss: 'lostValue' } as const
export const ALARMS_PAGE = 25

export async function searchAlarms(
  options: AlarmsWanted & Readonly<{ order: AlarmOrder; page: number; size?: number; language: LanguageCode }>,
  signal?: AbortSignal,
): Promise<AlarmPage> {
  const { order, page, size = ALARMS_PAGE, language, ...wanted } = options
  const query = { page, size, 'order.property': properties[order], 'order.direction': 'DESC' } as const
  const body = { ...toBody(wanted, language), grouping: 'alert' as const }
  const reply = await call('POST /maintain-s/operating/alert/search', { query, body }, { signal })
  return {
    total: reply.total,
    alarms: reply.data.map(toAlarm),
    counts: toCounts(reply.counts),
    well: reply.well && {
      rules: reply.well.rules,
      plants: reply.well.plants,
      sinceMs: toMs(reply.well.since),
      watchedSinceMs: toMs(reply.well.watchedSince),
      lastDataMs: toMs(reply.well.lastData),
    },
    rules: reply.rules.map(({ ruleId, showName }) => ({ id: ruleId, name: showName })),
  }
}

/** The address of the file with all that a search finds. */
export const alarmsFileAddress = (wanted: AlarmsWanted, language: LanguageCode): string =>
  `${addressOf('GET /maintain-s/operating/alert/csv')}${toQuery({ filter: JSON.stringify(toBody(wanted, language)) })}`

export type AlarmEvent = Readonly<{
  kind: AlertEvent['kind']
  atMs: number
  by: string | null
  text: string
  untilMs: number | null
}>

/** A code that the device reported, and what the library of makers' codes says of it. */
export type AlarmCode = Readonly<{
  code: string
  /** null: the library does not know it. */
  meaning: Readonly<{
    /** The maker's own term, English. */
    name: string
    maker: string
    family: string
    urgency: 'now' | 'today' | 'week' | 'watch' | 'none'
    cause: string
    remedy: string
    isCertain: boolean
    source: string
  }> | null
  /** A file that adds an unknown code to the library. */
  contribution: string | null
}>

const toCode = ({ code, known, contribution }: AlertCode): AlarmCode => ({
  code,
  contribution,
  meaning: known && {
    name: known.showName,
    maker: known.maker,
    family: known.family,
    urgency: known.urgency,
    cause: known.cause,
    remedy: known.solution,
    isCertain: !known.probable,
    source: known.source,
  },
})

export type AlarmDetail = Alarm &
  Readonly<{
    description: string
    /** Facts of the moment in which it was found. */
    measured: readonly AlarmFact[]
    causes: readonly Readonly<{ cause: string; remedy: string }>[]
    /** Of a fault that the device itself reports. */
    codes: readonly AlarmCode[]
    events: readonly AlarmEvent[]
    calendar: readonly Readonly<{ day: string; openMs: number }>[]
    /** Series as the explorer names them, and the limits of the rule in the unit of the first. */
    curve: Readonly<{ series: readonly string[]; thresholds: readonly number[] }> | null
    /** The block that covers it, by its id. */
    block: number | null
  }>

export async function fetchAlarm(alertId: string, language: LanguageCode, signal?: AbortSignal): Promise<AlarmDetail> {
  const found = await call('POST /maintain-s/operating/alert/detail', { body: { alertId, language } }, { signal })
  return toDetail(found)
}

const toDetail = (found: AlertDetail): AlarmDetail => ({
  ...toAlarm(found),
  description: found.description,
  measured: found.measured,
  causes: found.causes.map(({ cause, solution }) => ({ cause, remedy: solution })),
  codes: found.codes.map(toCode),
  events: found.events.map(({ kind, at, by, text, until }) => ({
    kind,
    by,
    text,
    atMs: toMs(at),
    untilMs: toMs(until),
  })),
  calendar: found.calendar.map(({ day, seconds }) => ({ day, openMs: seconds * 1000 })),
  curve: found.curve && {
    series: found.curve.series,
    thresholds: found.curve.thresholds.filter((threshold) => threshold !== null),
  },
  block: found.blockId,
})

/** Instants, five minutes apart, at which the alarm's rule held on a day. */
export async function fetchOccurrences(alertId: string, day: string, signal?: AbortSignal): Promise<readonly number[]> {
  const body = { alertId, alertDay: day }
  return (await call('POST /maintain-s/operating/alert/timeline', { body }, { signal })).map((at) => toMs(at))
}

export const fetchAssignees = (ids: readonly string[], signal?: AbortSignal): Promise<readonly AlarmPerson[]> =>
  call('POST /maintain-s/operating/alert/assignees', { body: { ids: [...ids] } }, { signal })

/** Each returns how many alarms it changed. */
export const acknowledgeAlarms = async (ids: readonly string[], acknowledged: boolean): Promise<number> =>
  (await call('POST /maintain-s/operating/alert/acknowledge', { body: { ids: [...ids], acknowledged } })).changed
export const snoozeAlarms = async (ids: readonly string[], untilMs: number | null): Promise<number> => {
  const until = untilMs === null ? null : Math.floor(untilMs / 1000)
  return (await call('POST /maintain-s/operating/alert/snooze', { body: { ids: [...ids], until } })).changed
}
export const assignAlarms = async (ids: readonly string[], userId: number | null): Promise<number> =>
  (await call('POST /maintain-s/operating/alert/assign', { body: { ids: [...ids], userId } })).changed
export const noteAlarm = async (alertId: string, text: string): Promise<void> => {
  await call('POST /maintain-s/operating/alert/note', { body: { alertId, text } })
}

export type AlarmBlock = Readonly<{
  id: number
  name: string
  level: AlarmLevel | null
  deviceName: string | null
  untilMs: number | null
  createdAtMs: number
  by: string | null
  alarms: number
}>

export async function fetchBlocks(
  id: number,
  language: LanguageCode,
  signal?: AbortSignal,
): Promise<readonly AlarmBlock[]> {
  const rows = await call(
    'GET /maintain-s/station/{id}/alert/block',
    { params: { id }, query: { language } },
    { signal },
  )
  return rows.map(toBlock)
}

/** A block with its plant. */
export type FleetBlock = AlarmBlock & Readonly<{ plantId: number; plantName: string; zone: string; canAct: boolean }>

/** Of all plants, newest first. */
export async function fetchFleetBlocks(
  page: number,
  language: LanguageCode,
  signal?: AbortSignal,
): Promise<Readonly<{ total: number; blocks: readonly FleetBlock[] }>> {
  const query = { page, size: FLEET_BLOCKS, language }
  const { total, data } = await call('GET /maintain-s/operating/alert/block', { query }, { signal })
  const blocks = data.map((row) => ({
    ...toBlock(row),
    plantId: row.plantId,
    plantName: row.plantName,
    zone: row.timezone,
    canAct: row.mayAct,
  }))
  return { total, blocks }
}
/** A page of them. */
export const FLEET_BLOCKS = 20

const toBlock = (row: WireBlock): AlarmBlock => ({
  id: row.id,
  name: row.showName,
  level: row.level,
  deviceName: row.deviceName,
  untilMs: toMs(row.until),
  createdAtMs: toMs(row.createdAt),
  by: row.createdBy,
  alarms: row.alerts,
})

export async function blockAlarm(
  id: number,
  { rule, deviceId, untilMs }: Readonly<{ rule: string; deviceId: number | null; untilMs: number | null }>,
): Promise<void> {
  const until = untilMs === null ? null : Math.floor(untilMs / 1000)
  const body = { ruleId: rule, deviceId, until }
  await call('POST /maintain-s/station/{id}/alert/block', { params: { id }, body })
}
export async function endBlock(id: number, blockId: number): Promise<void> {
  await call('DELETE /maintain-s/station/{id}/alert/block', { params: { id }, body: { blockId } })
}

const toCounts = ({ ongoing, recovered, blocked, faults, warnings, tips }: AlertCounts): AlarmCounts => ({
  blocked,
  faults,
  warnings,
  tips,
  open: ongoing,
  closed: recovered,
})

type Row = CallReply<'POST /maintain-s/operating/alert/search'>['data'][number]
const toAlarm = (row: Row | AlertRow): Alarm => ({
  id: row.id,
  name: row.showName,
  level: row.level,
  influence: row.influence,
  isOpen: row.status === 1,
  openedAtMs: toMs(row.startTime),
  closedAtMs: toMs(row.endTime),
  seenAtMs: toMs(row.alertTime),
  rule: row.ruleId,
  code: row.code,
  plantId: row.plantId,
  plantName: row.plantName,
  zone: row.timezone,
  deviceId: row.deviceId,
  deviceName: row.deviceName,
  serial: row.deviceSn,
  deviceType: row.deviceType,
  part: row.part,
  lostWh: row.lostValue === null ? null : kilo.fromWire(row.lostValue),
  lostMoney: row.lostIncome,
  currency: row.currency,
  times: row.occurrences,
  acknowledgedAtMs: toMs(row.acknowledgedAt),
  snoozedUntilMs: toMs(row.snoozedUntil),
  assignee: row.assignee,
  notes: row.notes,
  isBlocked: row.blocked,
  canAct: row.mayAct,
})
