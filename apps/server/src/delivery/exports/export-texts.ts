import { getLanguage, languages } from '@heliograph/domain/languages.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import { createTranslate, type Translate } from '@heliograph/i18n/translate.ts'

export const exportTexts = await loadServerTexts('quantities', 'exports')

/** Falls back to English. */
export function translateExport(language: string): Translate {
  const known = languages.find(({ code }) => code === language)?.code ?? 'en'
  const texts = exportTexts[known]
  return texts === undefined ? createTranslate('en', exportTexts.en) : createTranslate(getLanguage(known).code, texts)
}
