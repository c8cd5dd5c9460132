import type { MakerFormat } from './format.ts'

export const enphase: readonly MakerFormat[] = [
  {
    id: 'enphase-report',
    maker: 'Enphase',
    variant: 'Custom report',
    evidence: 'seen',
    known: ['date/time', 'energy produced(wh)'],
    others: ['consumed from generator(wh)'],
    columns: [
      { heads: ['energy produced(wh)'], flow: 'generation', form: 'energy' },
      { heads: ['energy consumed(wh)'], flow: 'load', form: 'energy' },
      { heads: ['exported to grid(wh)'], flow: 'export', form: 'energy' },
      { heads: ['imported from grid(wh)'], flow: 'import', form: 'energy' },
      { heads: ['stored in batteries(wh)'], flow: 'charge', form: 'energy' },
      { heads: ['discharged from batteries(wh)'], flow: 'discharge', form: 'energy' },
    ],
    time: ['date/time'],
    timeFormat: 'mdy',
  },
]
