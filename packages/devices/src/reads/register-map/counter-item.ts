import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { isNumberType } from './decode-item.ts'
import { wordsOf } from './number-words.ts'
import type { RegisterMap } from './register-map.ts'
import { quantityOfRegister } from './register-quantity.ts'

/** Widths whose counters roll over in the life of a device. */
const WORDS_THAT_WRAP = 2

/**
 * The step and the roll-over of a counter of a map, both Wh; a counter of 64 bits or of a float never rolls over.
 * @returns undefined when the map has none
 */
export function counterItem(
  { items }: Pick<RegisterMap, 'items'>,
  quantity: QuantityId,
): Readonly<{ stepWh: number; wrapsAtWh: number }> | undefined {
  const item = items.find((entry) => entry.quantity === quantity)
  if (!item || !isNumberType(item.type)) return undefined
  const stepWh = Math.round((item.scale ?? 1) * (quantityOfRegister(item)?.factor ?? 1) * 1e6) / 1e6
  const wraps = item.type[0] === 'u' && wordsOf(item.type) <= WORDS_THAT_WRAP
  return { stepWh, wrapsAtWh: wraps ? stepWh * 2 ** (16 * wordsOf(item.type)) : Number.POSITIVE_INFINITY }
}
