import { stringNumberOf } from '@heliograph/domain/alarms/alarm.ts'
import { isRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import { getLanguage, languages } from '@heliograph/domain/languages.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import { createTranslate, hasText, type Translate } from '@heliograph/i18n/translate.ts'
import type { FoundAlarm } from './search.ts'

export const alarmTexts = await loadServerTexts('alarm-rules', 'alarm-page')

/** Falls back to English. */
export function translateAlarms(language: string): Translate {
  const known = languages.find(({ code }) => code === language)?.code ?? 'en'
  const texts = alarmTexts[known]
  return texts === undefined ? createTranslate('en', alarmTexts.en) : createTranslate(getLanguage(known).code, texts)
}

/** The name of an alarm: that of its rule, or what the person called it. */
export const nameAlarm = (
  translate: Translate,
  { rule, userRuleName }: Pick<FoundAlarm, 'rule' | 'userRuleName'>,
): string =>
  isRuleId(rule) ? translate(`alarm-rules.${rule}.name`) : (userRuleName ?? translate('alarm-rules.userRule.name'))

/** A part of a device in words; '': the whole. */
export function namePart(translate: Translate, part: string): string {
  const number = stringNumberOf(part)
  return number === null ? part : translate('alarm-page.part.string', { number })
}

type Named = Pick<FoundAlarm, 'rule'>

/** A sentence about an alarm's rule. */
export const describeAlarm = (translate: Translate, { rule }: Named): string =>
  translate(isRuleId(rule) ? `alarm-rules.${rule}.description` : 'alarm-rules.userRule.description')

const MOST_CAUSES = 4

/** Likely causes with their remedies, the likeliest first. */
export function listCauses(
  translate: Translate,
  { rule }: Named,
): readonly Readonly<{ cause: string; remedy: string }>[] {
  const causes = []
  for (let n = 1; n <= MOST_CAUSES; n++) {
    const [cause, remedy] = [`alarm-rules.${rule}.cause.${n}`, `alarm-rules.${rule}.remedy.${n}`]
    if (!hasText(alarmTexts.en, cause) || !hasText(alarmTexts.en, remedy)) break
    causes.push({ cause: translate(cause), remedy: translate(remedy) })
  }
  return causes
}
