import type { MakerFormat } from './format.ts'

export const goodwe: readonly MakerFormat[] = [
  {
    // Which way grid and battery count is not described: their balance with the panels and the house says it.
    id: 'sems-plant-power',
    maker: 'GoodWe SEMS',
    variant: 'Plant power of days',
    evidence: 'document',
    known: ['time', 'pv(w)', 'soc(%)', 'battery(w)', 'grid(w)', 'load(w)'],
    columns: [
      { heads: ['pv(w)'], flow: 'generation', form: 'power' },
      { heads: ['battery(w)'], flow: 'battery', form: 'power' },
      { heads: ['grid(w)'], flow: 'grid', form: 'power' },
      { heads: ['load(w)'], flow: 'load', form: 'power' },
    ],
    time: ['time'],
  },
  {
    id: 'sems-history',
    maker: 'GoodWe SEMS',
    variant: 'Historical data of an inverter',
    evidence: 'document',
    known: ['time', 'working mode', 'power(w)', 'total generation(kwh)'],
    columns: [{ heads: ['total generation(kwh)'], flow: 'generation', form: 'total' }],
    time: ['time'],
  },
]
