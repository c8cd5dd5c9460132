import { isRuleId, ruleIds } from '@heliograph/domain/alarms/rule-ids.ts'
import { hasText, type Translate } from '@heliograph/i18n/translate.ts'
import { alarmTexts, type FoundAlarm } from '../../insight/alarms/alarms.ts'

type Named = Pick<FoundAlarm, 'rule'>

export const describeAlarm = (translate: Translate, { rule }: Named): string =>
  translate(isRuleId(rule) ? `alarm-rules.${rule}.description` : 'alarm-rules.userRule.description')

const MOST_CAUSES = 4

/** Likely causes with their remedies, the likeliest first. */
export function listCauses(
  translate: Translate,
  { rule }: Named,
): readonly Readonly<{ cause: string; solution: string }>[] {
  const causes = []
  for (let n = 1; n <= MOST_CAUSES; n++) {
    const [cause, remedy] = [`alarm-rules.${rule}.cause.${n}`, `alarm-rules.${rule}.remedy.${n}`]
    if (!hasText(alarmTexts.en, cause) || !hasText(alarmTexts.en, remedy)) break
    causes.push({ cause: translate(cause), solution: translate(remedy) })
  }
  return causes
}

/** The rules whose name contains a text, in any case. */
export function findRulesByName(translate: Translate, text: string): readonly string[] {
  const wanted = text.toLocaleLowerCase()
  return ruleIds.filter((rule) => translate(`alarm-rules.${rule}.name`).toLocaleLowerCase().includes(wanted))
}
