import type { LanguageCode } from '@heliograph/domain/languages.ts'
import deRules from '@heliograph/i18n/locales/de/alarm-rules.json'
import de from '@heliograph/i18n/locales/de/messages.json'
import enRules from '@heliograph/i18n/locales/en/alarm-rules.json'
import en from '@heliograph/i18n/locales/en/messages.json'
import zhRules from '@heliograph/i18n/locales/zh/alarm-rules.json'
import zh from '@heliograph/i18n/locales/zh/messages.json'
import type { Texts } from '@heliograph/i18n/translate.ts'

/** Imported one by one so that the bundle contains them. */
const texts: Readonly<Partial<Record<LanguageCode, Texts>>> = {
  de: { ...deRules, ...de },
  en: { ...enRules, ...en },
  zh: { ...zhRules, ...zh },
}

/** Falls back to English. */
export const findMessageTexts = (language: LanguageCode): Texts => texts[language] ?? texts.en ?? {}
