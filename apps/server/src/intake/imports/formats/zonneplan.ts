import type { MakerFormat } from './format.ts'

/** A meter at the grid: what it calls production is what went back, below zero. */
export const zonneplan: readonly MakerFormat[] = [
  {
    id: 'zonneplan',
    maker: 'Zonneplan',
    variant: 'Usage by hour',
    evidence: 'seen',
    known: ['datefrom', 'dateto', 'electricityconsumptionusagekwh', 'electricityproductionusagekwh'],
    columns: [
      { heads: ['electricityconsumptionusagekwh'], flow: 'import', form: 'energy', unit: 'kWh' },
      { heads: ['electricityproductionusagekwh'], flow: 'export', form: 'energy', unit: 'kWh' },
    ],
    time: ['datefrom'],
    timeFormat: 'iso',
    decimalMark: '.',
  },
]
