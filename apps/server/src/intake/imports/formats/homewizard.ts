import { columnsOf, formatsOf } from './format.ts'

export const homewizard = formatsOf('HomeWizard', [
  {
    id: 'homewizard-p1',
    variant: 'P1 meter',
    evidence: 'seen',
    known: ['time', 'import t1 kwh', 'export t1 kwh'],
    others: ['l* max w'],
    columns: columnsOf('total', {
      import: 'import t* kwh',
      export: 'export t* kwh',
    }),
    time: ['time'],
    decimalMark: '.',
  },
  {
    // A meter for anything: one that hardly counts what comes in may be that of the panels.
    id: 'homewizard-kwh',
    variant: 'kWh meter with one or three phases',
    evidence: 'seen',
    known: ['time', 'import kwh', 'export kwh'],
    others: ['l* max w'],
    columns: [
      { heads: ['import kwh'], flow: 'import', form: 'total' },
      { heads: ['export kwh'], flow: 'export', form: 'total', isOneWayOpen: true },
    ],
    time: ['time'],
    decimalMark: '.',
  },
])
