import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import type { Texts } from '@heliograph/i18n/translate.ts'

const texts = await loadServerTexts('alarm-rules', 'messages')

/** Falls back to English. */
export const findMessageTexts = (language: LanguageCode): Texts => texts[language] ?? texts.en
