import type { MakerFormat } from './format.ts'

/** The files do not say what a meter measures: it is taken for the one at the grid. */
export const shelly: readonly MakerFormat[] = [
  {
    id: 'shelly-em',
    maker: 'Shelly',
    variant: 'EM and 3EM, one file a phase',
    evidence: 'seen',
    known: ['date/time utc', 'active energy wh(*)', 'returned energy wh(*)'],
    columns: [
      { heads: ['active energy wh(*)'], flow: 'import', form: 'energy', unit: 'Wh' },
      { heads: ['returned energy wh(*)'], flow: 'export', form: 'energy', unit: 'Wh' },
    ],
    time: ['date/time utc'],
    zone: 'UTC',
    stamp: 'start',
    decimalMark: '.',
  },
  {
    id: 'shelly-pro-3em',
    maker: 'Shelly',
    variant: 'Pro 3EM (EMData)',
    evidence: 'document',
    known: ['timestamp', 'a_total_act_energy', 'a_total_act_ret_energy', 'b_total_act_energy'],
    columns: [
      {
        heads: ['a_total_act_energy', 'b_total_act_energy', 'c_total_act_energy'],
        flow: 'import',
        form: 'energy',
        unit: 'Wh',
      },
      {
        heads: ['a_total_act_ret_energy', 'b_total_act_ret_energy', 'c_total_act_ret_energy'],
        flow: 'export',
        form: 'energy',
        unit: 'Wh',
      },
    ],
    time: ['timestamp'],
    timeFormat: 'epochS',
    zone: 'UTC',
    stamp: 'start',
    decimalMark: '.',
  },
]
