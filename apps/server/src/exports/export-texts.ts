import { getLanguage, type LanguageCode, languages } from '@heliograph/domain/languages.ts'
import deExports from '@heliograph/i18n/locales/de/exports.json'
import deQuantities from '@heliograph/i18n/locales/de/quantities.json'
import enExports from '@heliograph/i18n/locales/en/exports.json'
import enQuantities from '@heliograph/i18n/locales/en/quantities.json'
import zhExports from '@heliograph/i18n/locales/zh/exports.json'
import zhQuantities from '@heliograph/i18n/locales/zh/quantities.json'
import { createTranslate, type Texts, type Translate } from '@heliograph/i18n/translate.ts'

/** Imported one by one so that the bundle contains them. A test reports a missing language. */
export const exportTexts: Readonly<Partial<Record<LanguageCode, Texts>>> = {
  de: { ...deQuantities, ...deExports },
  en: { ...enQuantities, ...enExports },
  zh: { ...zhQuantities, ...zhExports },
}

/** Falls back to English. */
export function translateExport(language: string): Translate {
  const known = languages.find(({ code }) => code === language)?.code ?? 'en'
  const texts = exportTexts[known]
  return texts === undefined
    ? createTranslate('en', exportTexts.en ?? {})
    : createTranslate(getLanguage(known).code, texts)
}
