import type { Formatted } from '@heliograph/domain/format/number.ts'
import type { Format } from '../../texts/use-format.ts'
import type { Amount } from './tiles.ts'

/** Formats the values of the screen, each by its own rule. */
export function writeAmount(amount: Amount, format: Format): Formatted {
  switch (amount.as) {
    case 'power':
      return format.powerW(amount.value)
    case 'energy':
      return format.energyKwh(amount.value)
    case 'percent':
      return format.quantity({ unit: '%' }, amount.value)
    case 'hours':
      return format.quantity({ unit: 'h' }, amount.value)
    case 'word':
      return { value: amount.value, unit: '', text: amount.value }
  }
}
