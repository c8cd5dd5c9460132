import type { Formatted } from '@heliograph/domain/format/number.ts'
import type { Format } from '../../texts/use-format.ts'
import type { UseText } from '../../texts/use-text.tsx'
import type { Amount } from './tiles.ts'

/** Formats the values of the screen, each by its own rule. */
export function writeAmount({ as, value }: Amount, currency: string, format: Format, text: UseText['text']): Formatted {
  const plain = (written: string): Formatted => ({ value: written, unit: '', text: written })
  switch (as) {
    case 'power':
      return format.powerW(value)
    case 'energy':
      return format.energyKwh(value)
    case 'peak':
      return format.peakKwp(value)
    case 'percent':
      return format.quantity({ unit: '%' }, value)
    case 'hours':
      return format.quantity({ unit: 'h' }, value)
    case 'days':
      return plain(text('plant-data.tile.total.days', { count: value ?? 0 }))
    case 'money':
      return plain(format.money(value, currency))
    case 'price':
      return plain(text('unit.perKwh', { currency: format.price(value, currency) }))
  }
}
