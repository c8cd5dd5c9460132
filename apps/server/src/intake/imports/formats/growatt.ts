import { formatsOf } from './format.ts'

export const growatt = formatsOf('Growatt', [
  {
    id: 'growatt-inverter',
    variant: 'Inverter data',
    evidence: 'document',
    known: ['time', 'status', 'pac(w)', 'eactoday(kwh)', 'eactotal(kwh)'],
    unknown: ['epvtotal(kwh)'],
    columns: [{ heads: ['eactotal(kwh)'], flow: 'generation', form: 'total' }],
    time: ['time'],
    decimalMark: '.',
  },
  {
    // With a battery the output holds what it gave back: the panels' own counter is taken.
    id: 'growatt-inverter-pv',
    variant: 'Inverter data with the energy of the panels',
    evidence: 'document',
    known: ['time', 'pac(w)', 'eactotal(kwh)', 'epvtotal(kwh)'],
    columns: [{ heads: ['epvtotal(kwh)'], flow: 'generation', form: 'total' }],
    time: ['time'],
    decimalMark: '.',
  },
])
