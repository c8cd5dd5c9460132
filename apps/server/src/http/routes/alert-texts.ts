import { ruleIds } from '@heliograph/domain/alarms/rule-ids.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'

/** The rules whose name contains a text, in any case. */
export function findRulesByName(translate: Translate, text: string): readonly string[] {
  const wanted = text.toLocaleLowerCase()
  return ruleIds.filter((rule) => translate(`alarm-rules.${rule}.name`).toLocaleLowerCase().includes(wanted))
}
