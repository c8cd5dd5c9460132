import type { MakerFormat } from './format.ts'

export const senec: readonly MakerFormat[] = [
  {
    // Means of power, whether the heading says kW or, in some years, kWh.
    id: 'senec-week',
    maker: 'SENEC',
    variant: 'mein-senec.de, a week',
    evidence: 'seen',
    known: ['uhrzeit', 'netzbezug[kw*]', 'stromerzeugung[kw*]'],
    columns: [
      { heads: ['stromerzeugung[kw*]'], flow: 'generation', form: 'power', unit: 'kW' },
      { heads: ['stromverbrauch[kw*]'], flow: 'load', form: 'power', unit: 'kW' },
      { heads: ['netzbezug[kw*]'], flow: 'import', form: 'power', unit: 'kW' },
      { heads: ['netzeinspeisung[kw*]'], flow: 'export', form: 'power', unit: 'kW' },
      { heads: ['akku-beladung[kw*]', 'akkubeladung[kw*]'], flow: 'charge', form: 'power', unit: 'kW' },
      { heads: ['akku-entnahme[kw*]', 'akkuentnahme[kw*]'], flow: 'discharge', form: 'power', unit: 'kW' },
    ],
    time: ['uhrzeit'],
    timeFormat: 'dmy',
  },
]
