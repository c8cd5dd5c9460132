import type { LanguageCode } from '@heliograph/domain/languages.ts'
import de from '@heliograph/i18n/locales/de/messages.json'
import en from '@heliograph/i18n/locales/en/messages.json'
import zh from '@heliograph/i18n/locales/zh/messages.json'
import type { Texts } from '@heliograph/i18n/translate.ts'

/** Imported one by one so that the bundle contains them. */
const texts: Readonly<Partial<Record<LanguageCode, Texts>>> = { de, en, zh }

/** Falls back to English. */
export const findMessageTexts = (language: LanguageCode): Texts => texts[language] ?? en
