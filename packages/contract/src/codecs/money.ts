import type { Money, MoneyWithoutVat } from '@heliograph/domain/tariff/day-money.ts'
import type { WireMoney } from '../maintain-s/finance.ts'
import { type Codec, fromFields, toFields } from './fields.ts'

const fields = {
  income: 'income',
  cost: 'cost',
  feedIn: 'feedInPaid',
  withoutPlant: 'withoutPlant',
  savings: 'saved',
} as const

export const moneyParts = {
  toWire: (ours) => toFields(fields, ours),
  fromWire: (wire) => fromFields(fields, wire),
} satisfies Codec<MoneyWithoutVat, Omit<WireMoney, 'netOfVat'>>

export const money = {
  toWire: ({ withoutVat, ...parts }) => ({
    ...moneyParts.toWire(parts),
    ...(withoutVat && { netOfVat: moneyParts.toWire(withoutVat) }),
  }),
  fromWire: ({ netOfVat, ...parts }) => ({
    ...moneyParts.fromWire(parts),
    ...(netOfVat && { withoutVat: moneyParts.fromWire(netOfVat) }),
  }),
} satisfies Codec<Money, WireMoney>
