import type { LanguageCode } from '@heliograph/domain/languages.ts'
import de from '@heliograph/i18n/locales/de/mail.json'
import en from '@heliograph/i18n/locales/en/mail.json'
import zh from '@heliograph/i18n/locales/zh/mail.json'
import type { Texts } from '@heliograph/i18n/translate.ts'

/** Imported one by one, so that they are in the bundle; a test notices a language that is missing. */
const texts: Readonly<Partial<Record<LanguageCode, Texts>>> = { de, en, zh }

/** English where a language has none. */
export const findMailTexts = (language: LanguageCode): Texts => texts[language] ?? en
