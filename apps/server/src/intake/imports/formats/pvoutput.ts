import { columnsIn, type MakerFormat } from './format.ts'

export const pvoutput: readonly MakerFormat[] = [
  {
    id: 'pvoutput-daily',
    maker: 'PVOutput',
    variant: 'Daily outputs',
    evidence: 'seen',
    known: ['date', 'generated', 'efficiency', 'exported'],
    columns: columnsIn('energy', 'kWh', {
      generation: 'generated',
      export: 'exported',
    }),
    time: ['date'],
    timeFormat: 'dmy',
    decimalMark: '.',
  },
]
