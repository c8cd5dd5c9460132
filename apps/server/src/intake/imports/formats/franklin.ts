import type { MakerFormat } from './format.ts'

export const franklin: readonly MakerFormat[] = [
  {
    id: 'franklinwh-days',
    maker: 'FranklinWH',
    variant: 'Energy by day',
    evidence: 'document',
    known: ['date', 'home(kwh)', 'solar(kwh)', 'apower(s) charge(kwh)', 'grid import(kwh)'],
    columns: [
      { heads: ['solar(kwh)'], flow: 'generation', form: 'energy' },
      { heads: ['home(kwh)'], flow: 'load', form: 'energy' },
      { heads: ['apower(s) charge(kwh)'], flow: 'charge', form: 'energy' },
      { heads: ['apower(s) discharge(kwh)'], flow: 'discharge', form: 'energy' },
      { heads: ['grid import(kwh)'], flow: 'import', form: 'energy' },
      { heads: ['grid export(kwh)'], flow: 'export', form: 'energy' },
    ],
    time: ['date'],
    timeFormat: 'mdy',
  },
]
