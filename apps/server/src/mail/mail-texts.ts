import type { LanguageCode } from '@heliograph/domain/languages.ts'
import de from '@heliograph/i18n/locales/de/mail.json'
import en from '@heliograph/i18n/locales/en/mail.json'
import zh from '@heliograph/i18n/locales/zh/mail.json'
import type { Texts } from '@heliograph/i18n/translate.ts'

/** Imported one by one so that the bundle contains them. A test reports a missing language. */
const texts: Readonly<Partial<Record<LanguageCode, Texts>>> = { de, en, zh }

/** Falls back to English. */
export const findMailTexts = (language: LanguageCode): Texts => texts[language] ?? en
