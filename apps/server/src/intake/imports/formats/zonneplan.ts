import { columnsIn, type MakerFormat } from './format.ts'

/** A meter at the grid: what it calls production is what went back, below zero. */
export const zonneplan: readonly MakerFormat[] = [
  {
    id: 'zonneplan',
    maker: 'Zonneplan',
    variant: 'Usage by hour',
    evidence: 'seen',
    known: ['datefrom', 'dateto', 'electricityconsumptionusagekwh', 'electricityproductionusagekwh'],
    columns: columnsIn('energy', 'kWh', {
      import: 'electricityconsumptionusagekwh',
      export: 'electricityproductionusagekwh',
    }),
    time: ['datefrom'],
    timeFormat: 'iso',
    decimalMark: '.',
  },
]
