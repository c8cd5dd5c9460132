import { columnsIn, type MakerFormat } from './format.ts'

export const dutchMeters: readonly MakerFormat[] = [
  {
    id: 'dsmr-reader',
    maker: 'DSMR-reader',
    variant: 'Export by hour or day',
    evidence: 'seen',
    known: [['hour start', 'day'], 'electricity 1(*)', 'electricity 2(*)', 'electricity 1 returned(*)'],
    columns: columnsIn('energy', 'kWh', {
      import: ['electricity 1(*)', 'electricity 2(*)'],
      export: ['electricity 1 returned(*)', 'electricity 2 returned(*)'],
    }),
    time: ['hour start', 'day'],
    stamp: 'start',
    decimalMark: '.',
  },
  {
    id: 'p1-monitor',
    maker: 'P1 Monitor',
    variant: 'History of one period',
    evidence: 'seen',
    known: ['timestamp', 'verbr_kwh_181', 'verbr_kwh_x', 'gelvr_kwh_x'],
    columns: columnsIn('energy', 'kWh', {
      import: 'verbr_kwh_x',
      export: 'gelvr_kwh_x',
    }),
    time: ['timestamp'],
    stamp: 'start',
    decimalMark: '.',
  },
]
