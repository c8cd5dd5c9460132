import type { MakerFormat } from './format.ts'

export const deye: readonly MakerFormat[] = [
  {
    id: 'deye-cloud-days',
    maker: 'Deye Cloud',
    variant: 'Plant statistics by day',
    evidence: 'document',
    known: ['time', 'production(kwh)', 'grid feed-in(kwh)', 'electricity purchasing(kwh)'],
    columns: [
      { heads: ['production(kwh)'], flow: 'generation', form: 'energy' },
      { heads: ['consumption(kwh)'], flow: 'load', form: 'energy' },
      { heads: ['grid feed-in(kwh)'], flow: 'export', form: 'energy' },
      { heads: ['electricity purchasing(kwh)'], flow: 'import', form: 'energy' },
      { heads: ['charging capacity(kwh)'], flow: 'charge', form: 'energy' },
      { heads: ['discharging capacity(kwh)'], flow: 'discharge', form: 'energy' },
    ],
    time: ['time'],
    decimalMark: '.',
  },
]
