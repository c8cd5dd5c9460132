import { columnsOf, formatsOf } from './format.ts'

/** Of the units in the second line the heading has only what follows its name. */
export const fronius = formatsOf('Fronius Solar.web', [
  {
    id: 'solarweb-balance',
    variant: 'Energy balance (German)',
    evidence: 'seen',
    known: ['datum und uhrzeit*', 'gesamt erzeugung*', 'energie ins netz eingespeist*', 'energie vom netz bezogen*'],
    columns: columnsOf('energy', {
      generation: 'gesamt erzeugung*',
      load: 'gesamt verbrauch*',
      export: 'energie ins netz eingespeist*',
      import: 'energie vom netz bezogen*',
    }),
    time: ['datum und uhrzeit*'],
    timeFormat: 'dmy',
  },
  {
    id: 'solarweb-production',
    variant: 'Energy flow with a battery (German)',
    evidence: 'document',
    known: [
      'datum und uhrzeit*',
      'pv produktion*',
      'energie in batterie gespeichert*',
      'energie aus batterie bezogen*',
    ],
    columns: columnsOf('energy', {
      generation: 'pv produktion*',
      load: ['verbrauch', 'verbrauch[*'],
      export: 'energie ins netz eingespeist*',
      import: 'energie vom netz bezogen*',
      charge: 'energie in batterie gespeichert*',
      discharge: 'energie aus batterie bezogen*',
    }),
    time: ['datum und uhrzeit*'],
    timeFormat: 'dmy',
  },
  {
    id: 'solarweb-english',
    variant: 'Energy balance or flow (English)',
    evidence: 'document',
    known: ['date and time*', 'pv production*', 'energy to grid*', 'energy from grid*'],
    columns: columnsOf('energy', {
      generation: 'pv production*',
      load: ['consumption', 'consumption[*'],
      export: 'energy to grid*',
      import: 'energy from grid*',
      charge: ['energy stored in battery*', 'energy into battery*'],
      discharge: 'energy from battery*',
    }),
    time: ['date and time*'],
  },
])
