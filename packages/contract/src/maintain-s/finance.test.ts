import type { Money } from '@heliograph/domain/tariff/day-money.ts'
import { expect, it } from 'vitest'
import { ownMoney } from './finance.ts'

it('money of our own calls has each part of the domain', () => {
  const parts = { income: 1, cost: 2, feedIn: 3, withoutPlant: 4, savings: 5 }
  const money: Required<Money> = { ...parts, withoutVat: parts, billed: { cost: 2, feedIn: 3, withoutPlant: 4 } }
  expect(ownMoney.strict().parse(money)).toEqual(money)
})
