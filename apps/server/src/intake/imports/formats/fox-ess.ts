import { columnsIn, type MakerFormat } from './format.ts'

/** Named as its interface names them: "Output Power" holds what the battery gave back. */
export const foxEss: readonly MakerFormat[] = [
  {
    id: 'fox-ess-power',
    maker: 'Fox ESS',
    variant: 'History of an inverter',
    evidence: 'document',
    known: [
      ['pvpower', 'pvpower(*)', 'pv power', 'pv power(*)'],
      ['gridconsumption power', 'gridconsumption power(*)'],
    ],
    columns: columnsIn('power', 'kW', {
      generation: ['pvpower', 'pvpower(*)', 'pv power', 'pv power(*)'],
      load: ['load power', 'load power(*)'],
      import: ['gridconsumption power', 'gridconsumption power(*)'],
      export: ['feed-in power', 'feed-in power(*)'],
      charge: ['charge power', 'charge power(*)'],
      discharge: ['discharge power', 'discharge power(*)'],
    }),
    decimalMark: '.',
  },
]
