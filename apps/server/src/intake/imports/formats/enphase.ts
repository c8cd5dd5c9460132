import type { MakerFormat } from './format.ts'

export const enphase: readonly MakerFormat[] = [
  {
    id: 'enphase-report',
    maker: 'Enphase',
    variant: 'Custom report',
    evidence: 'seen',
    known: ['date/time', 'energy produced(wh)'],
    others: [],
    columns: [
      { heads: ['energy produced(wh)'], flow: 'generation', form: 'energy' },
      { heads: ['energy consumed(wh)'], flow: 'load', form: 'energy' },
      { heads: ['exported to grid(wh)'], flow: 'export', form: 'energy' },
      { heads: ['imported from grid(wh)'], flow: 'import', form: 'energy' },
    ],
    time: ['date/time'],
    timeFormat: 'mdy',
  },
]
