import { columnsOf, formatsOf } from './format.ts'

export const solaredge = formatsOf('SolarEdge', [
  {
    id: 'solaredge-energy',
    variant: 'Site energy (JSON)',
    evidence: 'seen',
    known: ['timeunit', 'unit', 'date', 'value'],
    others: ['measuredby'],
    columns: [{ heads: ['value'], flow: 'generation', form: 'energy' }],
    time: ['date'],
  },
  {
    id: 'solaredge-details',
    variant: 'Site energy, detailed (JSON)',
    evidence: 'document',
    known: ['timeunit', 'unit', 'type', 'date', 'value'],
    others: [],
    columns: [
      { heads: ['value'], kinds: ['production'], flow: 'generation', form: 'energy' },
      { heads: ['value'], kinds: ['consumption'], flow: 'load', form: 'energy' },
      { heads: ['value'], kinds: ['feedin'], flow: 'export', form: 'energy' },
      { heads: ['value'], kinds: ['purchased'], flow: 'import', form: 'energy' },
    ],
    names: { heads: ['type'] },
    time: ['date'],
  },
  {
    id: 'solaredge-chart',
    variant: 'Chart of the site: energy or power (English)',
    evidence: 'document',
    known: ['time', 'system production(*)'],
    columns: [{ heads: ['system production(*)'], flow: 'generation' }],
    time: ['time'],
    timeFormat: 'mdy',
  },
  {
    id: 'solaredge-chart-german',
    variant: 'Chart of the site (German)',
    evidence: 'seen',
    known: ['time', 'energie(wh)', 'zahlerbezugs-zahler e(wh)'],
    columns: columnsOf('energy', {
      generation: 'energie(wh)',
      import: 'zahlerbezugs-zahler e(wh)',
      export: 'zahlereinspeise-zahler e(wh)',
    }),
    time: ['time'],
    timeFormat: 'dmy',
  },
])
