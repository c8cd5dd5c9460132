import type { MakerFormat } from './format.ts'

export const pvoutput: readonly MakerFormat[] = [
  {
    id: 'pvoutput-daily',
    maker: 'PVOutput',
    variant: 'Daily outputs',
    evidence: 'seen',
    known: ['date', 'generated', 'efficiency', 'exported'],
    columns: [
      { heads: ['generated'], flow: 'generation', form: 'energy', unit: 'kWh' },
      { heads: ['exported'], flow: 'export', form: 'energy', unit: 'kWh' },
    ],
    time: ['date'],
    timeFormat: 'dmy',
    decimalMark: '.',
  },
]
