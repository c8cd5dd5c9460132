import type { MakerFormat } from './format.ts'

export const evcc: readonly MakerFormat[] = [
  {
    id: 'evcc-metrics',
    maker: 'evcc',
    variant: 'Energy data (evcc metrics data)',
    evidence: 'document',
    known: ['time.start', 'time.end', ['pv*.energy.wh', 'grid*.energy.wh', 'home.energy.wh']],
    // The house is counted without the cars.
    columns: [
      { heads: ['pv.energy.wh', 'pv.*.energy.wh'], flow: 'generation', form: 'energy' },
      { heads: ['grid.energy.wh', 'grid.*.energy.wh'], flow: 'import', form: 'energy' },
      { heads: ['grid.returnenergy.wh', 'grid.*.returnenergy.wh'], flow: 'export', form: 'energy' },
      { heads: ['home.energy.wh', 'loadpoint.energy.wh', 'loadpoint.*.energy.wh'], flow: 'load', form: 'energy' },
      { heads: ['battery.energy.wh', 'battery.*.energy.wh'], flow: 'charge', form: 'energy' },
      { heads: ['battery.returnenergy.wh', 'battery.*.returnenergy.wh'], flow: 'discharge', form: 'energy' },
    ],
    time: ['time.start'],
  },
]
