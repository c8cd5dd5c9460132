import { columnsIn, type MakerFormat } from './format.ts'

export const senec: readonly MakerFormat[] = [
  {
    // Means of power, whether the heading says kW or, in some years, kWh.
    id: 'senec-week',
    maker: 'SENEC',
    variant: 'mein-senec.de, a week',
    evidence: 'seen',
    known: ['uhrzeit', 'netzbezug[kw*]', 'stromerzeugung[kw*]'],
    columns: columnsIn('power', 'kW', {
      generation: 'stromerzeugung[kw*]',
      load: 'stromverbrauch[kw*]',
      import: 'netzbezug[kw*]',
      export: 'netzeinspeisung[kw*]',
      charge: ['akku-beladung[kw*]', 'akkubeladung[kw*]'],
      discharge: ['akku-entnahme[kw*]', 'akkuentnahme[kw*]'],
    }),
    time: ['uhrzeit'],
    timeFormat: 'dmy',
  },
]
