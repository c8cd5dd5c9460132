import type { MakerFormat } from './format.ts'

export const dutchMeters: readonly MakerFormat[] = [
  {
    id: 'dsmr-reader',
    maker: 'DSMR-reader',
    variant: 'Export by hour or day',
    evidence: 'seen',
    known: [['hour start', 'day'], 'electricity 1(*)', 'electricity 2(*)', 'electricity 1 returned(*)'],
    columns: [
      { heads: ['electricity 1(*)', 'electricity 2(*)'], flow: 'import', form: 'energy', unit: 'kWh' },
      {
        heads: ['electricity 1 returned(*)', 'electricity 2 returned(*)'],
        flow: 'export',
        form: 'energy',
        unit: 'kWh',
      },
    ],
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
    columns: [
      { heads: ['verbr_kwh_x'], flow: 'import', form: 'energy', unit: 'kWh' },
      { heads: ['gelvr_kwh_x'], flow: 'export', form: 'energy', unit: 'kWh' },
    ],
    time: ['timestamp'],
    stamp: 'start',
    decimalMark: '.',
  },
]
