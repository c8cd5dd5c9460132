import { columnsOf, formatsOf } from './format.ts'

export const soliscloud = formatsOf('SolisCloud', [
  {
    id: 'soliscloud-history',
    variant: 'Inverter all history',
    evidence: 'document',
    known: ['time', 'working state', 'today yield(kwh)'],
    columns: columnsOf('today', {
      generation: 'today yield(*)',
      import: 'daily energy from grid(*)',
      export: 'daily energy to grid(*)',
      charge: 'today energy to battery(*)',
      discharge: 'today energy from battery(*)',
      load: ['today grid load consumption(*)', 'today backup load consumption(*)'],
    }),
    time: ['time'],
    decimalMark: '.',
    timeFormat: 'dmy',
  },
  {
    id: 'soliscloud-monthly',
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
])
