import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import type { Texts } from '@heliograph/i18n/translate.ts'

const texts = await loadServerTexts('mail')

/** Falls back to English. */
export const findMailTexts = (language: LanguageCode): Texts => texts[language] ?? texts.en
