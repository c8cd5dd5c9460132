import { columnsIn, formatsOf } from './format.ts'

/** The files do not say what a meter measures: it is taken for the one at the grid. */
export const shelly = formatsOf('Shelly', [
  {
    id: 'shelly-em',
    variant: 'EM and 3EM, one file a phase',
    evidence: 'seen',
    known: ['date/time utc', 'active energy wh(*)', 'returned energy wh(*)'],
    columns: columnsIn('energy', 'Wh', {
      import: 'active energy wh(*)',
      export: 'returned energy wh(*)',
    }),
    time: ['date/time utc'],
    zone: 'UTC',
    stamp: 'start',
    decimalMark: '.',
  },
  {
    id: 'shelly-pro-3em',
    variant: 'Pro 3EM (EMData)',
    evidence: 'document',
    known: ['timestamp', 'a_total_act_energy', 'a_total_act_ret_energy', 'b_total_act_energy'],
    columns: columnsIn('energy', 'Wh', {
      import: ['a_total_act_energy', 'b_total_act_energy', 'c_total_act_energy'],
      export: ['a_total_act_ret_energy', 'b_total_act_ret_energy', 'c_total_act_ret_energy'],
    }),
    time: ['timestamp'],
    timeFormat: 'epochS',
    zone: 'UTC',
    stamp: 'start',
    decimalMark: '.',
  },
])
