import { columnsOf, type MakerFormat } from './format.ts'

export const franklin: readonly MakerFormat[] = [
  {
    id: 'franklinwh-days',
    maker: 'FranklinWH',
    variant: 'Energy by day',
    evidence: 'document',
    known: ['date', 'home(kwh)', 'solar(kwh)', 'apower(s) charge(kwh)', 'grid import(kwh)'],
    columns: columnsOf('energy', {
      generation: 'solar(kwh)',
      load: 'home(kwh)',
      charge: 'apower(s) charge(kwh)',
      discharge: 'apower(s) discharge(kwh)',
      import: 'grid import(kwh)',
      export: 'grid export(kwh)',
    }),
    time: ['date'],
    timeFormat: 'mdy',
  },
]
