import type { AlarmInfluence, AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import { type DeviceType, deviceTypes } from '@heliograph/domain/device.ts'
import { isDate } from '@heliograph/domain/time.ts'
import { type Changes, readId, readOneOf } from '../../../address/url-state.ts'
import { type AlarmOrder, type AlarmsWanted, alarmOrders } from '../../../api/alarms.ts'

export const alarmStates = ['open', 'history', 'blocked'] as const

/** State of the list in the address. */
export type AlarmFilter = AlarmsWanted & Readonly<{ order: AlarmOrder; page: number }>

const digit = <T extends number>(params: URLSearchParams, name: string, allowed: readonly T[]): T | undefined => {
  const text = params.get(name)
  return allowed.find((item) => String(item) === text)
}
const dayIn = (params: URLSearchParams, name: string): string | undefined => {
  const text = params.get(name) ?? ''
  return isDate(text) ? text : undefined
}

export const levels: readonly AlarmLevel[] = [2, 1, 0]
export const influences: readonly AlarmInfluence[] = [1, 2, 3, 0]

/** The filter in the URL, which is not trusted. `q` belongs to the list of plants beside it. */
export function readAlarmFilter(params: URLSearchParams, plantId: number | undefined): AlarmFilter {
  const page = Number(params.get('page') ?? '1')
  const seen = readOneOf(params, 'seen', ['yes', 'no'])
  const rule = params.get('rule') ?? ''
  const state = readOneOf(params, 'state', alarmStates) ?? 'open'
  return {
    plantId,
    state,
    level: digit(params, 'level', levels),
    influence: digit(params, 'influence', influences),
    type: readOneOf<DeviceType>(params, 'type', deviceTypes),
    deviceId: readId(params, 'device'),
    rule: /^[A-Za-z0-9-]{1,60}$/.test(rule) ? rule : undefined,
    fromDay: dayIn(params, 'from'),
    toDay: dayIn(params, 'to'),
    words: (params.get('find') ?? '').trim().slice(0, 100) || undefined,
    isAcknowledged: seen === undefined ? undefined : seen === 'yes',
    isMine: params.get('mine') === '1' || undefined,
    order: readOneOf(params, 'order', alarmOrders) ?? (state === 'history' ? 'newest' : 'worst'),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** Everything that narrows the list. */
export const narrowing = ['level', 'influence', 'type', 'device', 'rule', 'from', 'to', 'find', 'seen', 'mine'] as const
export const countNarrowing = (params: URLSearchParams): number => narrowing.filter((name) => params.get(name)).length
/** Removes them all, and the page. */
export const nothingNarrows: Changes = Object.fromEntries([...narrowing, 'page'].map((name) => [name, null]))

/** The open alarm, by its id. */
export function readAlarmId(params: URLSearchParams): string | undefined {
  const text = params.get('alarm') ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined
}
