import { columnsIn, type MakerFormat } from './format.ts'

/** The plant's own days in the archive of an account; its exports are read by their words. */
export const heliograph: readonly MakerFormat[] = [
  {
    id: 'heliograph-days',
    maker: 'Heliograph',
    variant: 'Days of a plant in the archive of an account',
    evidence: 'seen',
    known: ['day', 'generation*', 'refused*', 'samples', 'samplesofuncertaintime', 'generationfrompower*'],
    columns: columnsIn('energy', 'Wh', {
      generation: ['generation', 'generation(wh)'],
      load: ['load', 'load(wh)'],
      import: ['import', 'import(wh)'],
      export: ['export', 'export(wh)'],
      charge: ['charge', 'charge(wh)'],
      discharge: ['discharge', 'discharge(wh)'],
    }),
    time: ['day'],
    timeFormat: 'iso',
    decimalMark: '.',
  },
]
