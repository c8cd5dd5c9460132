import type {
  AlertBlock,
  AlertEvent,
  AlertFilter,
  AlertMeasured,
  AlertRow,
  AllWell as WireWell,
} from '@heliograph/contract/maintain-s/alerts.ts'
import { listMeasured } from '@heliograph/domain/alarms/measured.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import {
  type AlarmBlock,
  type AlarmFilter,
  type AllWell,
  type FoundAlarm,
  nameAlarm,
  type ShownEvent,
} from '../../insight/alarms/alarms.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import { findRulesByName } from './alert-texts.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'

const toMsOrUndefined = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)

/** One value and a list of them may both be given; what is found fits both. */
const both = <T>(one: T | undefined, list: readonly T[] | undefined): readonly T[] | undefined =>
  one === undefined ? list : list === undefined || list.includes(one) ? [one] : []

/** The wire's filter in our words. */
export function toAlarmFilter(options: AlertFilter, holder: Holder, translate: Translate): AlarmFilter {
  return {
    holder,
    plantIds: both(options.plantId, options.plantIdList),
    deviceId: options.deviceId,
    deviceType: options.deviceType,
    levels: both(options.level, options.levelList?.length === 0 ? undefined : options.levelList),
    influences: options.influenceList?.length === 0 ? undefined : options.influenceList,
    isOpen: options.status === -1 ? undefined : options.status === 1,
    isBlocked: options.blocked,
    rule: options.ruleId,
    fromMs: toMsOrUndefined(options.startTime),
    toMs: toMsOrUndefined(options.endTime),
    fromDay: options.startDay,
    toDay: options.endDay,
    words: options.keyword ? { text: options.keyword, rules: findRulesByName(translate, options.keyword) } : undefined,
    isAcknowledged: options.acknowledged,
    assignedTo: options.mine ? holder.userId : undefined,
  }
}

/** The wire's name of a rule: its id, or that of a person's own. */
export const toRuleId = ({ rule, userRuleId }: Readonly<{ rule: string; userRuleId: string | null }>): string =>
  userRuleId ?? rule

export function toAlertRow(alarm: FoundAlarm, translate: Translate): AlertRow {
  const { lostWh, lostIncome } = alarm
  return {
    id: alarm.id,
    showName: nameAlarm(translate, alarm),
    level: alarm.level,
    influence: alarm.influence,
    status: alarm.closedAtMs === null ? 1 : 0,
    alertTime: toSeconds(alarm.lastSeenMs),
    startTime: toSeconds(alarm.openedAtMs),
    endTime: toSecondsOrNull(alarm.closedAtMs),
    alertDay: alarm.day,
    code: alarm.evidence.code ?? '',
    ruleId: toRuleId(alarm),
    plantId: alarm.plantId,
    plantName: alarm.plantName,
    timezone: alarm.zone,
    deviceId: alarm.deviceId,
    deviceName: alarm.deviceName,
    deviceSn: alarm.serial,
    deviceType: alarm.deviceType,
    productId: alarm.profileId,
    part: alarm.part,
    lostValue: toKwh(lostWh),
    lostIncome,
    currency: alarm.currency,
    occurrences: alarm.reopened + 1,
    acknowledgedAt: toSecondsOrNull(alarm.acknowledgedAtMs),
    snoozedUntil: toSecondsOrNull(alarm.snoozedUntilMs),
    assignee: alarm.assignee && { userId: alarm.assignee.userId, name: alarm.assignee.name },
    notes: alarm.notes,
    blocked: alarm.isBlocked,
    mayAct: alarm.mayAct,
  }
}

/** Measurements at the time of the finding. Viewers who may not act do not see where a logger connects from. */
export const toMeasured = ({ parameters, mayAct }: FoundAlarm): AlertMeasured[] =>
  listMeasured(parameters)
    .filter(({ name }) => mayAct || (name !== 'address' && name !== 'usualAddress'))
    .map((measured) => ({
      name: measured.name,
      ...('text' in measured
        ? { value: null, unit: '', text: measured.text }
        : { value: measured.value, unit: measured.unit, text: '' }),
      quantity: measured.quantity ?? '',
    }))

export const toWireWell = (well: AllWell): WireWell => ({
  rules: well.rules,
  plants: well.plants,
  since: toSecondsOrNull(well.sinceMs),
  watchedSince: toSecondsOrNull(well.watchedSinceMs),
  lastData: toSecondsOrNull(well.lastDataMs),
})

export const toAlertEvent = ({ kind, atMs, by, text, untilMs }: ShownEvent): AlertEvent => ({
  kind,
  by,
  text,
  at: toSeconds(atMs),
  until: toSecondsOrNull(untilMs),
})

export const toWireBlock = (block: AlarmBlock, translate: Translate): AlertBlock => ({
  id: block.id,
  ruleId: toRuleId(block),
  showName: nameAlarm(translate, block),
  level: block.level,
  deviceId: block.deviceId,
  deviceName: block.deviceName,
  until: toSecondsOrNull(block.untilMs),
  createdAt: toSeconds(block.createdAtMs),
  createdBy: block.createdBy,
  alerts: block.alarms,
})
