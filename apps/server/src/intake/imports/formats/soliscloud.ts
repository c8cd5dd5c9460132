import type { MakerFormat } from './format.ts'

export const soliscloud: readonly MakerFormat[] = [
  {
    id: 'soliscloud-history',
    maker: 'SolisCloud',
    variant: 'Inverter all history',
    evidence: 'document',
    known: ['time', 'working state', 'today yield(kwh)'],
    columns: [
      { heads: ['today yield(*)'], flow: 'generation', form: 'today' },
      { heads: ['daily energy from grid(*)'], flow: 'import', form: 'today' },
      { heads: ['daily energy to grid(*)'], flow: 'export', form: 'today' },
      { heads: ['today energy to battery(*)'], flow: 'charge', form: 'today' },
      { heads: ['today energy from battery(*)'], flow: 'discharge', form: 'today' },
      { heads: ['today grid load consumption(*)'], flow: 'load', form: 'today' },
      { heads: ['today backup load consumption(*)'], flow: 'load', form: 'today' },
    ],
    time: ['time'],
    decimalMark: '.',
    timeFormat: 'dmy',
  },
  {
    id: 'soliscloud-monthly',
    maker: 'SolisCloud',
    variant: 'Inverter report of a month',
    evidence: 'document',
    known: ['inverter sn', 'time', 'today yield(kwh)', 'energy to grid(kwh)'],
    columns: [
      { heads: ['today yield(*)'], flow: 'generation', form: 'today' },
      { heads: ['energy to grid(*)'], flow: 'export', form: 'energy' },
      { heads: ['energy from grid(*)'], flow: 'import', form: 'energy' },
      { heads: ['energy to battery(*)'], flow: 'charge', form: 'energy' },
      { heads: ['energy from battery(*)'], flow: 'discharge', form: 'energy' },
      { heads: ['load consumption(*)'], flow: 'load', form: 'energy' },
    ],
    time: ['time'],
    decimalMark: '.',
    timeFormat: 'dmy',
  },
]
