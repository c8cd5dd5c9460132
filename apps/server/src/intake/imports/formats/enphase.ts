import { columnsOf, type MakerFormat } from './format.ts'

export const enphase: readonly MakerFormat[] = [
  {
    id: 'enphase-report',
    maker: 'Enphase',
    variant: 'Custom report',
    evidence: 'seen',
    known: ['date/time', 'energy produced(wh)'],
    others: ['consumed from generator(wh)'],
    columns: columnsOf('energy', {
      generation: 'energy produced(wh)',
      load: 'energy consumed(wh)',
      export: 'exported to grid(wh)',
      import: 'imported from grid(wh)',
      charge: 'stored in batteries(wh)',
      discharge: 'discharged from batteries(wh)',
    }),
    time: ['date/time'],
    timeFormat: 'mdy',
  },
]
