import { columnsOf, formatsOf } from './format.ts'

export const solax = formatsOf('SolaX', [
  {
    id: 'solax-plant',
    variant: 'Plant report',
    evidence: 'document',
    known: [['update time', 'date'], 'daily pv yield(kwh)', 'daily inverter output(kwh)'],
    // The inverter's output holds the battery's energy.
    columns: columnsOf('today', {
      generation: 'daily pv yield(kwh)',
      export: 'daily exported energy(kwh)',
      import: 'daily imported energy(kwh)',
      load: ['daily consumed(kwh)', 'daily consumption(kwh)'],
    }),
    time: ['update time', 'date'],
    decimalMark: '.',
  },
  {
    id: 'solax-daily',
    variant: 'Daily report',
    evidence: 'document',
    known: ['time', 'pv yield energy(kwh)'],
    columns: [{ heads: ['pv yield energy(kwh)'], flow: 'generation', form: 'energy' }],
    time: ['time'],
  },
])
