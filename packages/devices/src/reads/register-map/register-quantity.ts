import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { RegisterItem } from './register-map.ts'

/** A register's value times `factor` is the quantity in its base unit and with its sign. */
export type RegisterQuantity = Readonly<{ quantity: QuantityId; factor: number }>

const factors: Readonly<Record<string, number>> = {
  mV: 0.001,
  mΩ: 0.001,
  kΩ: 1000,
  MΩ: 1_000_000,
  kW: 1000,
  kWh: 1000,
  MWh: 1_000_000,
  kVA: 1000,
  kvar: 1000,
  s: 1 / 3600,
  min: 1 / 60,
}

/** The quantity that a register holds, as its map says; undefined where it is none of ours or its sign is not known. */
export function quantityOfRegister({
  quantity,
  turn,
  unit = '',
}: Pick<RegisterItem, 'quantity' | 'turn' | 'unit'>): RegisterQuantity | undefined {
  return quantity && { quantity, factor: (factors[unit] ?? 1) * (turn ? -1 : 1) }
}
