import { columnsOf, formatsOf } from './format.ts'

export const solarman = formatsOf('SOLARMAN', [
  {
    id: 'solarman-daily',
    variant: 'Daily statistics',
    evidence: 'seen',
    known: ['plant name', 'updated time', 'production-today(kwh)'],
    columns: columnsOf('today', {
      generation: 'production-today(*)',
      load: 'consumption-today(*)',
      export: 'feed-in power-today(*)',
      import: 'energy purchased-today(*)',
      charge: 'energy charged-this day(*)',
      discharge: 'energy discharged-this day(*)',
    }),
    time: ['updated time'],
    decimalMark: '.',
  },
  {
    id: 'solarman-months',
    variant: 'Monthly and yearly statistics',
    evidence: 'document',
    known: ['plant name', 'updated time', ['production-this month(kwh)', 'production-this year(kwh)']],
    columns: columnsOf('energy', {
      generation: 'production-this *(*)',
      load: 'consumption-this *(*)',
      export: 'feed-in power-this *(*)',
      import: 'energy purchased-this *(*)',
      charge: 'energy charged-this *(*)',
      discharge: 'energy discharged-this *(*)',
    }),
    time: ['updated time'],
    decimalMark: '.',
  },
  {
    // Grid and battery are there twice: with both signs, and by direction.
    id: 'solarman-plant',
    variant: 'Plant history',
    evidence: 'document',
    known: [
      'updated time',
      'production power(*)',
      'purchasing power(*)',
      ['feed-in(*)', 'feed-in power(*)'],
      'discharging power(*)',
    ],
    columns: columnsOf('power', {
      generation: 'production power(*)',
      load: 'consumption power(*)',
      import: 'purchasing power(*)',
      export: ['feed-in(*)', 'feed-in power(*)'],
      charge: 'charging power(*)',
      discharge: 'discharging power(*)',
    }),
    time: ['updated time'],
    decimalMark: '.',
  },
  {
    // The battery's power is left out: its sign differs by inverter.
    id: 'solarman-device',
    variant: 'Device history (Deye and others)',
    evidence: 'document',
    known: [['updated time', 'system time', 'time'], 'cumulative production(active)(kwh)'],
    columns: [
      { heads: ['cumulative production(active)(*)'], flow: 'generation', form: 'total' },
      { heads: ['total grid power(*)'], flow: 'import', form: 'power', hasBothSigns: true },
      { heads: ['total consumption power(*)'], flow: 'load', form: 'power' },
    ],
    time: ['updated time', 'system time', 'time'],
    decimalMark: '.',
  },
])
