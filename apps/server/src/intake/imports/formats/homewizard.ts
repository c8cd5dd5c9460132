import type { MakerFormat } from './format.ts'

export const homewizard: readonly MakerFormat[] = [
  {
    id: 'homewizard-p1',
    maker: 'HomeWizard',
    variant: 'P1 meter',
    evidence: 'seen',
    known: ['time', 'import t1 kwh', 'export t1 kwh'],
    others: ['l* max w'],
    columns: [
      { heads: ['import t* kwh'], flow: 'import', form: 'total' },
      { heads: ['export t* kwh'], flow: 'export', form: 'total' },
    ],
    time: ['time'],
    decimalMark: '.',
  },
]
