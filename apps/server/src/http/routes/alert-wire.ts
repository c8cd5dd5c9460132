import type { Alarm } from '@heliograph/contract/codecs/alarm.ts'
import type { AlertFilter, AlertMeasured } from '@heliograph/contract/maintain-s/alerts.ts'
import { listMeasured } from '@heliograph/domain/alarms/measured.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import { type AlarmBlock, type AlarmFilter, type FoundAlarm, nameAlarm } from '../../insight/alarms/alarms.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import { findRulesByName } from './alert-texts.ts'

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

export const toAlarm = (found: FoundAlarm, translate: Translate): Alarm => ({
  ...found,
  name: nameAlarm(translate, found),
  isOpen: found.closedAtMs === null,
  code: found.evidence.code ?? '',
  ruleId: toRuleId(found),
  times: found.reopened + 1,
})

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

export const toBlock = <B extends AlarmBlock>(
  { userRuleId, userRuleName, rule, ...same }: B,
  translate: Translate,
) => ({
  ...same,
  ruleId: toRuleId({ rule, userRuleId }),
  name: nameAlarm(translate, { rule, userRuleName }),
})
