import { expect, it } from 'vitest'
import type { PeriodEnergies } from '../../../api/plant-figures.ts'
import type { Format } from '../../../texts/use-format.ts'
import { barsTable } from './period-bars-table.ts'

const text = (key: string, values?: object) => (values ? `${key} ${Object.values(values).join()}` : key)
const format = {
  dayAndMonth: (date: string) => date,
  weekdayAndDate: (date: string) => date,
  energyWh: (energyWh: number) => ({ text: String(energyWh) }),
} as unknown as Format
const parts = { grid: false, load: false, battery: false, generator: false, ups: false }
const row = (income: number, net?: number) =>
  ({
    pvWh: 1000,
    specificYieldH: 1,
    income,
    byPower: [],
    fromLifetime: [],
    estimatedWh: 0,
    estimatedOthersWh: 0,
    reportedWh: 0,
    ...(net === undefined
      ? {}
      : { withoutVat: { income: net, cost: null, feedIn: null, withoutPlant: null, savings: null } }),
  }) as unknown as PeriodEnergies
const incomeOf = (...rows: PeriodEnergies[]) => {
  const keys = rows.map((_, at) => `2026-06-0${at + 1}`)
  const { columns, total, rows: shown } = barsTable('month', keys, rows, 'EUR', parts, text, format)
  return {
    names: columns.slice(2).map(({ name }) => name),
    rows: shown.map(({ cells }) => cells.slice(2)),
    total: total?.cells.slice(2),
  }
}

it('has no column without VAT where no rate is stated', () => {
  expect(incomeOf(row(2), row(3))).toEqual({ names: ['plant-data.table.income'], rows: [[2], [3]], total: [5] })
})

it('has income with and without VAT, and a sum where each day states its rate', () => {
  expect(incomeOf(row(1.19, 1), row(2.38, 2))).toMatchObject({
    names: ['exports.vat.incl plant-data.table.income', 'exports.vat.excl plant-data.table.income'],
    total: [3.57, 3],
  })
  expect(incomeOf(row(1), row(2.38, 2))).toEqual({
    names: ['plant-data.table.income', 'exports.vat.excl plant-data.table.income'],
    rows: [
      [1, null],
      [2.38, 2],
    ],
    total: [3.38, null],
  })
})
