import type { MakerFormat } from './format.ts'

export const nem12: readonly MakerFormat[] = [
  {
    // The reader of tables turns its lines into these columns. E: from the grid, B: to it.
    id: 'nem12',
    maker: 'NEM12',
    variant: 'Meter data (Australia)',
    evidence: 'document',
    known: ['register', 'date', 'clock', 'energy'],
    others: [],
    columns: [
      { heads: ['energy'], kinds: ['* e*'], flow: 'import', form: 'energy' },
      { heads: ['energy'], kinds: ['* b*'], flow: 'export', form: 'energy' },
    ],
    names: { heads: ['register'] },
    stamp: 'start',
  },
]
