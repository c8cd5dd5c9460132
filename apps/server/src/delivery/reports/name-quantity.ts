import type { TextKey } from '@heliograph/i18n/keys.ts'
import { quantityKey } from '@heliograph/i18n/quantity-key.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'

/** The name of a quantity, of a numbered one with its number. */
export function nameQuantity(translate: Translate, id: string): string {
  const { key, n } = quantityKey(id)
  return translate(key as TextKey, { n })
}
