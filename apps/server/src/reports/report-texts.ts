import { getLanguage, isLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import deExports from '@heliograph/i18n/locales/de/exports.json'
import dePerformance from '@heliograph/i18n/locales/de/performance.json'
import deQuality from '@heliograph/i18n/locales/de/quality.json'
import deReports from '@heliograph/i18n/locales/de/reports.json'
import enExports from '@heliograph/i18n/locales/en/exports.json'
import enPerformance from '@heliograph/i18n/locales/en/performance.json'
import enQuality from '@heliograph/i18n/locales/en/quality.json'
import enReports from '@heliograph/i18n/locales/en/reports.json'
import zhExports from '@heliograph/i18n/locales/zh/exports.json'
import zhPerformance from '@heliograph/i18n/locales/zh/performance.json'
import zhQuality from '@heliograph/i18n/locales/zh/quality.json'
import zhReports from '@heliograph/i18n/locales/zh/reports.json'
import { createTranslate, type Texts, type Translate } from '@heliograph/i18n/translate.ts'

/** Imported one by one so that the bundle contains them. A test reports a missing language. */
export const reportTexts: Readonly<Partial<Record<LanguageCode, Texts>>> = {
  de: { ...deExports, ...dePerformance, ...deQuality, ...deReports },
  en: { ...enExports, ...enPerformance, ...enQuality, ...enReports },
  zh: { ...zhExports, ...zhPerformance, ...zhQuality, ...zhReports },
}

/** How a reader's language writes a report. */
export type ReportLanguage = Readonly<{ code: LanguageCode; locale: string; translate: Translate }>

/** Falls back to English, whole: texts, dates and numbers. */
export function openLanguage(wanted: string): ReportLanguage {
  const known = isLanguage(wanted) && reportTexts[wanted] !== undefined ? wanted : 'en'
  return {
    code: known,
    locale: getLanguage(known).locale,
    translate: createTranslate(known, reportTexts[known] ?? {}),
  }
}
