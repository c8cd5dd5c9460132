import type { MakerFormat } from './format.ts'

export const solaredge: readonly MakerFormat[] = [
  {
    id: 'solaredge-energy',
    maker: 'SolarEdge',
    variant: 'Site energy (JSON)',
    evidence: 'seen',
    known: ['timeunit', 'unit', 'date', 'value'],
    others: ['measuredby'],
    columns: [{ heads: ['value'], flow: 'generation', form: 'energy' }],
    time: ['date'],
  },
  {
    id: 'solaredge-details',
    maker: 'SolarEdge',
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
    maker: 'SolarEdge',
    variant: 'Chart of the site: energy or power (English)',
    evidence: 'document',
    known: ['time', 'system production(*)'],
    columns: [{ heads: ['system production(*)'], flow: 'generation' }],
    time: ['time'],
    timeFormat: 'mdy',
  },
  {
    id: 'solaredge-chart-german',
    maker: 'SolarEdge',
    variant: 'Chart of the site (German)',
    evidence: 'seen',
    known: ['time', 'energie(wh)', 'zahlerbezugs-zahler e(wh)'],
    columns: [
      { heads: ['energie(wh)'], flow: 'generation', form: 'energy' },
      { heads: ['zahlerbezugs-zahler e(wh)'], flow: 'import', form: 'energy' },
      { heads: ['zahlereinspeise-zahler e(wh)'], flow: 'export', form: 'energy' },
    ],
    time: ['time'],
    timeFormat: 'dmy',
  },
]
