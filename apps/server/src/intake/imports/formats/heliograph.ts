import type { MakerFormat } from './format.ts'

/** The plant's own days in the archive of an account; its exports are read by their words. */
export const heliograph: readonly MakerFormat[] = [
  {
    id: 'heliograph-days',
    maker: 'Heliograph',
    variant: 'Days of a plant in the archive of an account',
    evidence: 'seen',
    known: ['day', 'generation*', 'refused*', 'samples', 'samplesofuncertaintime', 'generationfrompower*'],
    columns: [
      { heads: ['generation', 'generation(wh)'], flow: 'generation', form: 'energy', unit: 'Wh' },
      { heads: ['load', 'load(wh)'], flow: 'load', form: 'energy', unit: 'Wh' },
      { heads: ['import', 'import(wh)'], flow: 'import', form: 'energy', unit: 'Wh' },
      { heads: ['export', 'export(wh)'], flow: 'export', form: 'energy', unit: 'Wh' },
      { heads: ['charge', 'charge(wh)'], flow: 'charge', form: 'energy', unit: 'Wh' },
      { heads: ['discharge', 'discharge(wh)'], flow: 'discharge', form: 'energy', unit: 'Wh' },
    ],
    time: ['day'],
    timeFormat: 'iso',
    decimalMark: '.',
  },
]
