import { columnsOf, type MakerFormat } from './format.ts'

export const evcc: readonly MakerFormat[] = [
  {
    id: 'evcc-metrics',
    maker: 'evcc',
    variant: 'Energy data (evcc metrics data)',
    evidence: 'document',
    known: ['time.start', 'time.end', ['pv*.energy.wh', 'grid*.energy.wh', 'home.energy.wh']],
    // The house is counted without the cars.
    columns: columnsOf('energy', {
      generation: ['pv.energy.wh', 'pv.*.energy.wh'],
      import: ['grid.energy.wh', 'grid.*.energy.wh'],
      export: ['grid.returnenergy.wh', 'grid.*.returnenergy.wh'],
      load: ['home.energy.wh', 'loadpoint.energy.wh', 'loadpoint.*.energy.wh'],
      charge: ['battery.energy.wh', 'battery.*.energy.wh'],
      discharge: ['battery.returnenergy.wh', 'battery.*.returnenergy.wh'],
    }),
    time: ['time.start'],
  },
]
