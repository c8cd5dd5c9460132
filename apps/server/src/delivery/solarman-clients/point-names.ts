import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import { quantityKey } from '@heliograph/i18n/quantity-key.ts'
import { createTranslate } from '@heliograph/i18n/translate.ts'
import { isTurned } from './device-points.ts'

const texts = await loadServerTexts('quantities')
const namesOf = new Map<LanguageCode, Map<QuantityId, string>>()

/** Names of quantities in a language, each written once: a client asks for the same ones every minute. */
export function pointName(language: LanguageCode, id: QuantityId): string {
  const names = namesOf.get(language) ?? new Map<QuantityId, string>()
  namesOf.set(language, names)
  const known = names.get(id)
  if (known !== undefined) return known
  const { key, n } = quantityKey(id)
  const translate = createTranslate(getLanguage(language).code, texts[language] ?? texts.en)
  const whole = translate(key as TextKey, { n })
  // "(positive: purchase)" is true of our sign alone.
  const name = isTurned(id) ? whole.replace(/\s*[（(][^()（）]*[)）]$/, '') : whole
  names.set(id, name)
  return name
}
