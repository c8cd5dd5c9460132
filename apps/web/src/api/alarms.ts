/** Alarms in our words, and the calls that find, show and change them. */

import {
  type Alarm,
  type AlarmDetail,
  type AllWell,
  alarm,
  alarmDetail,
  allWell,
  type MetRule,
  metRule,
  toAlarmDay,
} from '@heliograph/contract/codecs/alarm.ts'
import type { AlarmBlock, AlertCounts } from '@heliograph/contract/maintain-s/alerts.ts'
import type { AlarmInfluence, AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { addressOf, call } from './call.ts'
import { toQuery } from './path.ts'
import { toMs } from './wire-time.ts'

export type { Alarm, AlarmCode, AlarmDetail, AlarmEvent, AllWell } from '@heliograph/contract/codecs/alarm.ts'
export type { AlarmBlock, AlertMeasured as AlarmFact } from '@heliograph/contract/maintain-s/alerts.ts'

export type AlarmPerson = NonNullable<Alarm['assignee']>

export type AlarmPage = Readonly<{
  total: number
  alarms: readonly Alarm[]
  counts: AlertCounts
  /** null: the page has alarms. */
  well: AllWell | null
  rules: readonly MetRule[]
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
    alarms: reply.data.map(alarm.fromWire),
    counts: reply.counts,
    well: reply.well && allWell.fromWire(reply.well),
    rules: reply.rules.map(metRule.fromWire),
  }
}

/** The address of the file with all that a search finds. */
export const alarmsFileAddress = (wanted: AlarmsWanted, language: LanguageCode): string =>
  `${addressOf('GET /maintain-s/operating/alert/csv')}${toQuery({ filter: JSON.stringify(toBody(wanted, language)) })}`

export async function fetchAlarm(alertId: string, language: LanguageCode, signal?: AbortSignal): Promise<AlarmDetail> {
  const found = await call('POST /maintain-s/operating/alert/detail', { body: { alertId, language } }, { signal })
  return alarmDetail.fromWire(found)
}

/** Instants, five minutes apart, at which the alarm's rule held on a day. */
export async function fetchOccurrences(alertId: string, day: string, signal?: AbortSignal): Promise<readonly number[]> {
  const body = toAlarmDay(alertId, day)
  return (await call('POST /maintain-s/operating/alert/timeline', { body }, { signal })).map((at) => toMs(at))
}

export const fetchAssignees = (ids: readonly string[], signal?: AbortSignal): Promise<readonly AlarmPerson[]> =>
  call('POST /maintain-s/operating/alert/assignees', { body: { ids } }, { signal })

/** Each returns how many alarms it changed. */
export const acknowledgeAlarms = async (ids: readonly string[], acknowledged: boolean): Promise<number> =>
  (await call('POST /maintain-s/operating/alert/acknowledge', { body: { ids, acknowledged } })).changed
export const snoozeAlarms = async (ids: readonly string[], untilMs: number | null): Promise<number> => {
  const until = untilMs === null ? null : Math.floor(untilMs / 1000)
  return (await call('POST /maintain-s/operating/alert/snooze', { body: { ids, until } })).changed
}
export const assignAlarms = async (ids: readonly string[], userId: number | null): Promise<number> =>
  (await call('POST /maintain-s/operating/alert/assign', { body: { ids, userId } })).changed
export const noteAlarm = async (alertId: string, text: string): Promise<void> => {
  await call('POST /maintain-s/operating/alert/note', { body: { alertId, text } })
}

export const fetchBlocks = (id: number, language: LanguageCode, signal?: AbortSignal): Promise<readonly AlarmBlock[]> =>
  call('GET /maintain-s/station/{id}/alert/block', { params: { id }, query: { language } }, { signal })

/** Of all plants, newest first. */
export const fetchFleetBlocks = (page: number, language: LanguageCode, signal?: AbortSignal) =>
  call('GET /maintain-s/operating/alert/block', { query: { page, size: FLEET_BLOCKS, language } }, { signal })
/** A page of them. */
export const FLEET_BLOCKS = 20

export async function blockAlarm(
  id: number,
  body: Readonly<{ ruleId: string; deviceId: number | null; untilMs: number | null }>,
): Promise<void> {
  await call('POST /maintain-s/station/{id}/alert/block', { params: { id }, body })
}
export async function endBlock(id: number, blockId: number): Promise<void> {
  await call('DELETE /maintain-s/station/{id}/alert/block', { params: { id }, body: { blockId } })
}
