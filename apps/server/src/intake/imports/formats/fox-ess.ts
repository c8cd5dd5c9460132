import type { MakerFormat } from './format.ts'

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
    columns: [
      { heads: ['pvpower', 'pvpower(*)', 'pv power', 'pv power(*)'], flow: 'generation', form: 'power', unit: 'kW' },
      { heads: ['load power', 'load power(*)'], flow: 'load', form: 'power', unit: 'kW' },
      { heads: ['gridconsumption power', 'gridconsumption power(*)'], flow: 'import', form: 'power', unit: 'kW' },
      { heads: ['feed-in power', 'feed-in power(*)'], flow: 'export', form: 'power', unit: 'kW' },
      { heads: ['charge power', 'charge power(*)'], flow: 'charge', form: 'power', unit: 'kW' },
      { heads: ['discharge power', 'discharge power(*)'], flow: 'discharge', form: 'power', unit: 'kW' },
    ],
    decimalMark: '.',
  },
]
