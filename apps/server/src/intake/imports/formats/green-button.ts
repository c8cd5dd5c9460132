import type { MakerFormat } from './format.ts'

export const greenButton: readonly MakerFormat[] = [
  {
    // The reader of tables turns the feed into these columns.
    id: 'green-button',
    maker: 'Green Button',
    variant: 'Meter data (ESPI, XML)',
    evidence: 'document',
    known: ['start', 'end', 'register', 'energy(wh)'],
    others: [],
    columns: [
      { heads: ['energy(wh)'], kinds: ['delivered to the customer'], flow: 'import', form: 'energy' },
      { heads: ['energy(wh)'], kinds: ['received from the customer'], flow: 'export', form: 'energy' },
    ],
    names: { heads: ['register'] },
    time: ['start'],
  },
]
