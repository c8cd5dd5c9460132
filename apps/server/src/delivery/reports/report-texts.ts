import { type FontHint, getLanguage, isLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import { createTranslate, type Translate } from '@heliograph/i18n/translate.ts'

export const reportTexts = await loadServerTexts(
  ...(['alarm-page', 'alarm-rules', 'exports', 'fault-library', 'letter', 'paper-template', 'performance'] as const),
  ...(['proof', 'quality', 'quantities', 'reports', 'weather'] as const),
)

/** How a reader's language writes a report. */
export type ReportLanguage = Readonly<{
  code: LanguageCode
  locale: string
  font: FontHint
  translate: Translate
}>

/** Falls back to English, whole: texts, dates and numbers. */
export function openLanguage(wanted: string): ReportLanguage {
  const known = isLanguage(wanted) && reportTexts[wanted] !== undefined ? wanted : 'en'
  return {
    code: known,
    locale: getLanguage(known).locale,
    font: getLanguage(known).font,
    translate: createTranslate(known, reportTexts[known] ?? {}),
  }
}
