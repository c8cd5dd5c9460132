import type { MakerFormat } from './format.ts'

export const solarman: readonly MakerFormat[] = [
  {
    id: 'solarman-daily',
    maker: 'SOLARMAN',
    variant: 'Daily statistics',
    evidence: 'seen',
    known: ['plant name', 'updated time', 'production-today(kwh)'],
    columns: [
      { heads: ['production-today(*)'], flow: 'generation', form: 'today' },
      { heads: ['consumption-today(*)'], flow: 'load', form: 'today' },
      { heads: ['feed-in power-today(*)'], flow: 'export', form: 'today' },
      { heads: ['energy purchased-today(*)'], flow: 'import', form: 'today' },
      { heads: ['energy charged-this day(*)'], flow: 'charge', form: 'today' },
      { heads: ['energy discharged-this day(*)'], flow: 'discharge', form: 'today' },
    ],
    time: ['updated time'],
    decimalMark: '.',
  },
  {
    id: 'solarman-months',
    maker: 'SOLARMAN',
    variant: 'Monthly and yearly statistics',
    evidence: 'document',
    known: ['plant name', 'updated time', ['production-this month(kwh)', 'production-this year(kwh)']],
    columns: [
      { heads: ['production-this *(*)'], flow: 'generation', form: 'energy' },
      { heads: ['consumption-this *(*)'], flow: 'load', form: 'energy' },
      { heads: ['feed-in power-this *(*)'], flow: 'export', form: 'energy' },
      { heads: ['energy purchased-this *(*)'], flow: 'import', form: 'energy' },
      { heads: ['energy charged-this *(*)'], flow: 'charge', form: 'energy' },
      { heads: ['energy discharged-this *(*)'], flow: 'discharge', form: 'energy' },
    ],
    time: ['updated time'],
    decimalMark: '.',
  },
  {
    // Grid and battery are there twice: with both signs, and by direction.
    id: 'solarman-plant',
    maker: 'SOLARMAN',
    variant: 'Plant history',
    evidence: 'document',
    known: [
      'updated time',
      'production power(*)',
      'purchasing power(*)',
      ['feed-in(*)', 'feed-in power(*)'],
      'discharging power(*)',
    ],
    columns: [
      { heads: ['production power(*)'], flow: 'generation', form: 'power' },
      { heads: ['consumption power(*)'], flow: 'load', form: 'power' },
      { heads: ['purchasing power(*)'], flow: 'import', form: 'power' },
      { heads: ['feed-in(*)', 'feed-in power(*)'], flow: 'export', form: 'power' },
      { heads: ['charging power(*)'], flow: 'charge', form: 'power' },
      { heads: ['discharging power(*)'], flow: 'discharge', form: 'power' },
    ],
    time: ['updated time'],
    decimalMark: '.',
  },
  {
    // The battery's power is left out: its sign differs by inverter.
    id: 'solarman-device',
    maker: 'SOLARMAN',
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
]
