import { isRuleId, ruleIds } from '@heliograph/domain/alarms/rule-ids.ts'
import { getLanguage, languages } from '@heliograph/domain/languages.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import { createTranslate, hasText, type Translate } from '@heliograph/i18n/translate.ts'
import type { FoundAlarm } from '../alarms/alarms.ts'

export const alertTexts = await loadServerTexts('alarm-rules', 'alarm-page')

/** Falls back to English. */
export function translateAlerts(language: string): Translate {
  const known = languages.find(({ code }) => code === language)?.code ?? 'en'
  const texts = alertTexts[known]
  return texts === undefined ? createTranslate('en', alertTexts.en) : createTranslate(getLanguage(known).code, texts)
}

type Named = Pick<FoundAlarm, 'rule' | 'userRuleName' | 'evidence' | 'part'>

/** The name of an alarm: that of its rule, or what the person called it. */
export const nameAlarm = (
  translate: Translate,
  { rule, userRuleName }: Pick<Named, 'rule' | 'userRuleName'>,
): string =>
  isRuleId(rule) ? translate(`alarm-rules.${rule}.name`) : (userRuleName ?? translate('alarm-rules.userRule.name'))

/** What the rule looks at and means. */
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
    if (!hasText(alertTexts.en, cause) || !hasText(alertTexts.en, remedy)) break
    causes.push({ cause: translate(cause), solution: translate(remedy) })
  }
  return causes
}

/** The rules whose name has a text, whatever its case. */
export function findRulesByName(translate: Translate, text: string): readonly string[] {
  const wanted = text.toLocaleLowerCase()
  return ruleIds.filter((rule) => translate(`alarm-rules.${rule}.name`).toLocaleLowerCase().includes(wanted))
}
