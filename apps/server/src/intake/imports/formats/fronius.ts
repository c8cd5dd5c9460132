import type { MakerFormat } from './format.ts'

/** Of the units in the second line the heading has only what follows its name. */
export const fronius: readonly MakerFormat[] = [
  {
    id: 'solarweb-balance',
    maker: 'Fronius Solar.web',
    variant: 'Energy balance (German)',
    evidence: 'seen',
    known: ['datum und uhrzeit*', 'gesamt erzeugung*', 'energie ins netz eingespeist*', 'energie vom netz bezogen*'],
    columns: [
      { heads: ['gesamt erzeugung*'], flow: 'generation', form: 'energy' },
      { heads: ['gesamt verbrauch*'], flow: 'load', form: 'energy' },
      { heads: ['energie ins netz eingespeist*'], flow: 'export', form: 'energy' },
      { heads: ['energie vom netz bezogen*'], flow: 'import', form: 'energy' },
    ],
    time: ['datum und uhrzeit*'],
    timeFormat: 'dmy',
  },
  {
    id: 'solarweb-production',
    maker: 'Fronius Solar.web',
    variant: 'Energy flow with a battery (German)',
    evidence: 'document',
    known: [
      'datum und uhrzeit*',
      'pv produktion*',
      'energie in batterie gespeichert*',
      'energie aus batterie bezogen*',
    ],
    columns: [
      { heads: ['pv produktion*'], flow: 'generation', form: 'energy' },
      { heads: ['verbrauch', 'verbrauch[*'], flow: 'load', form: 'energy' },
      { heads: ['energie ins netz eingespeist*'], flow: 'export', form: 'energy' },
      { heads: ['energie vom netz bezogen*'], flow: 'import', form: 'energy' },
      { heads: ['energie in batterie gespeichert*'], flow: 'charge', form: 'energy' },
      { heads: ['energie aus batterie bezogen*'], flow: 'discharge', form: 'energy' },
    ],
    time: ['datum und uhrzeit*'],
    timeFormat: 'dmy',
  },
  {
    id: 'solarweb-english',
    maker: 'Fronius Solar.web',
    variant: 'Energy balance or flow (English)',
    evidence: 'document',
    known: ['date and time*', 'pv production*', 'energy to grid*', 'energy from grid*'],
    columns: [
      { heads: ['pv production*'], flow: 'generation', form: 'energy' },
      { heads: ['consumption', 'consumption[*'], flow: 'load', form: 'energy' },
      { heads: ['energy to grid*'], flow: 'export', form: 'energy' },
      { heads: ['energy from grid*'], flow: 'import', form: 'energy' },
      { heads: ['energy stored in battery*', 'energy into battery*'], flow: 'charge', form: 'energy' },
      { heads: ['energy from battery*'], flow: 'discharge', form: 'energy' },
    ],
    time: ['date and time*'],
  },
]
