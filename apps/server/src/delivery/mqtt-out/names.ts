import { isLanguage } from '@heliograph/domain/languages.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import { quantityKey } from '@heliograph/i18n/quantity-key.ts'
import { createTranslate } from '@heliograph/i18n/translate.ts'

const texts = await loadServerTexts('quantities')

/** Names of quantities in a person's language, else in English. */
export function nameIn(language: string): (quantity: QuantityId) => string {
  const code = isLanguage(language) && texts[language] !== undefined ? language : 'en'
  const translate = createTranslate(code, texts[code] ?? {})
  return (quantity) => {
    const { key, n } = quantityKey(quantity)
    return translate(key as TextKey, { n })
  }
}
