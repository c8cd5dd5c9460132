import type { MakerFormat } from './format.ts'

export const solax: readonly MakerFormat[] = [
  {
    id: 'solax-plant',
    maker: 'SolaX',
    variant: 'Plant report',
    evidence: 'document',
    known: [['update time', 'date'], 'daily pv yield(kwh)', 'daily inverter output(kwh)'],
    // The inverter's output holds the battery's energy.
    columns: [
      { heads: ['daily pv yield(kwh)'], flow: 'generation', form: 'today' },
      { heads: ['daily exported energy(kwh)'], flow: 'export', form: 'today' },
      { heads: ['daily imported energy(kwh)'], flow: 'import', form: 'today' },
      { heads: ['daily consumed(kwh)', 'daily consumption(kwh)'], flow: 'load', form: 'today' },
    ],
    time: ['update time', 'date'],
    decimalMark: '.',
  },
  {
    id: 'solax-daily',
    maker: 'SolaX',
    variant: 'Daily report',
    evidence: 'document',
    known: ['time', 'pv yield energy(kwh)'],
    columns: [{ heads: ['pv yield energy(kwh)'], flow: 'generation', form: 'energy' }],
    time: ['time'],
  },
]
