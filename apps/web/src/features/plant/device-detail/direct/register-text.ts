import { getQuantity, isQuantityId } from '@heliograph/domain/quantities.ts'
import type { Register, RegisterValue } from '../../../../api/commands.ts'
import type { Format } from '../../../../texts/use-format.ts'

/** A register's value as the page shows it: our quantity in our units, else the maker's number and unit. */
export function showRegister(
  { quantity, unit, value, meaning, setting }: Register,
  format: Pick<Format, 'quantity' | 'number'>,
): string {
  if (typeof value === 'number' && quantity !== null && isQuantityId(quantity))
    return format.quantity(getQuantity(quantity), value).text
  const named = setting?.options.find((option) => option.value === value)?.label ?? meaning
  return named ?? showValue(value, unit, format)
}

export function showValue(value: RegisterValue, unit: string | null, format: Pick<Format, 'number'>): string {
  if (value === null) return '--'
  if (typeof value === 'string') return value
  // As many digits as the register has.
  const decimals = (String(value).split('.')[1] ?? '').length
  return `${format.number(value, Math.min(decimals, 3))}${unit === null ? '' : ` ${unit}`}`
}
