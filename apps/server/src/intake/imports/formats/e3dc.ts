import { columnsOf, type MakerFormat } from './format.ts'

export const e3dc: readonly MakerFormat[] = [
  {
    id: 'e3dc-export',
    maker: 'E3/DC',
    variant: 'Export of the statistics (German)',
    evidence: 'document',
    known: ['zeitstempel', 'solarproduktion[w]', 'batterie laden[w]', 'batterie entladen[w]', 'hausverbrauch[w]'],
    columns: columnsOf('power', {
      generation: 'solarproduktion[*]',
      load: 'hausverbrauch[*]',
      export: 'netzeinspeisung[*]',
      import: 'netzbezug[*]',
      charge: 'batterie laden[*]',
      discharge: 'batterie entladen[*]',
    }),
    time: ['zeitstempel'],
    timeFormat: 'dmy',
  },
]
