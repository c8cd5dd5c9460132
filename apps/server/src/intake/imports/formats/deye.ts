import { columnsOf, type MakerFormat } from './format.ts'

export const deye: readonly MakerFormat[] = [
  {
    id: 'deye-cloud-days',
    maker: 'Deye Cloud',
    variant: 'Plant statistics by day',
    evidence: 'document',
    known: ['time', 'production(kwh)', 'grid feed-in(kwh)', 'electricity purchasing(kwh)'],
    columns: columnsOf('energy', {
      generation: 'production(kwh)',
      load: 'consumption(kwh)',
      export: 'grid feed-in(kwh)',
      import: 'electricity purchasing(kwh)',
      charge: 'charging capacity(kwh)',
      discharge: 'discharging capacity(kwh)',
    }),
    time: ['time'],
    decimalMark: '.',
  },
]
