import type { MakerFormat } from './format.ts'

export const fluvius: readonly MakerFormat[] = [
  {
    id: 'fluvius-quarters',
    maker: 'Fluvius',
    variant: 'Consumption history (Belgium)',
    evidence: 'seen',
    known: [['from(date)', 'van datum*'], ['from(time)', 'van tijdstip*'], 'register', 'volume'],
    columns: [
      { heads: ['volume'], kinds: ['offtake *', 'afname *'], flow: 'import', form: 'energy', unit: 'kWh' },
      { heads: ['volume'], kinds: ['injection *', 'injectie *'], flow: 'export', form: 'energy', unit: 'kWh' },
    ],
    names: { heads: ['register'] },
    time: ['from(date)', 'van datum*'],
    timeFormat: 'dmy',
    stamp: 'start',
  },
]
