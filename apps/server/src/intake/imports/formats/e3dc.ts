import type { MakerFormat } from './format.ts'

export const e3dc: readonly MakerFormat[] = [
  {
    id: 'e3dc-export',
    maker: 'E3/DC',
    variant: 'Export of the statistics (German)',
    evidence: 'document',
    known: ['zeitstempel', 'solarproduktion[w]', 'batterie laden[w]', 'batterie entladen[w]', 'hausverbrauch[w]'],
    columns: [
      { heads: ['solarproduktion[*]'], flow: 'generation', form: 'power' },
      { heads: ['hausverbrauch[*]'], flow: 'load', form: 'power' },
      { heads: ['netzeinspeisung[*]'], flow: 'export', form: 'power' },
      { heads: ['netzbezug[*]'], flow: 'import', form: 'power' },
      { heads: ['batterie laden[*]'], flow: 'charge', form: 'power' },
      { heads: ['batterie entladen[*]'], flow: 'discharge', form: 'power' },
    ],
    time: ['zeitstempel'],
    timeFormat: 'dmy',
  },
]
