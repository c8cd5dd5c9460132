import { columnsOf, formatsOf } from './format.ts'

export const goodwe = formatsOf('GoodWe SEMS', [
  {
    // Which way grid and battery count is not described: their balance with the panels and the house says it.
    id: 'sems-plant-power',
    variant: 'Plant power of days',
    evidence: 'document',
    known: ['time', 'pv(w)', 'soc(%)', 'battery(w)', 'grid(w)', 'load(w)'],
    columns: columnsOf('power', {
      generation: 'pv(w)',
      battery: 'battery(w)',
      grid: 'grid(w)',
      load: 'load(w)',
    }),
    time: ['time'],
  },
  {
    id: 'sems-history',
    variant: 'Historical data of an inverter',
    evidence: 'document',
    known: ['time', 'working mode', 'power(w)', 'total generation(kwh)'],
    columns: [{ heads: ['total generation(kwh)'], flow: 'generation', form: 'total' }],
    time: ['time'],
  },
])
