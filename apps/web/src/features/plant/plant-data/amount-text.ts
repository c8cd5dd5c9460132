import type { Formatted } from '@heliograph/domain/format/number.ts'
import type { Format } from '../../../texts/use-format.ts'
import type { Amount } from './tiles.ts'

/** Formats the values of the screen, each by its own rule. */
export function writeAmount(amount: Amount, format: Format): Formatted {
  switch (amount.as) {
    case 'power':
      return format.powerW(amount.value)
    case 'energy':
      return format.energyKwh(amount.value)
    case 'percent':
      // Only in notes: a share of more than whole percent would claim more than is measured.
      return word(format.percent(amount.value, 0))
    case 'hours':
      return format.quantity({ unit: 'h' }, amount.value)
    case 'word':
      return word(amount.value)
  }
}

const word = (text: string): Formatted => ({ value: text, unit: '', text })
