import { columnsOf, formatsOf } from './format.ts'

/** By those who read Powerwalls: a battery that is discharged and energy from the grid count as positive. */
export const tesla = formatsOf('Tesla', [
  {
    id: 'tesla-energy',
    variant: 'Energy of the app',
    evidence: 'document',
    known: ['date time', 'home(kwh)', 'solar energy(kwh)', 'from powerwall(kwh)'],
    columns: columnsOf('energy', {
      generation: 'solar energy(kwh)',
      load: 'home(kwh)',
      discharge: 'from powerwall(kwh)',
      charge: 'to powerwall(kwh)',
      import: 'from grid(kwh)',
      export: 'to grid(kwh)',
    }),
    time: ['date time'],
    decimalMark: '.',
  },
  {
    id: 'tesla-power',
    variant: 'Power history (tesla-solar-download)',
    evidence: 'document',
    known: ['timestamp', 'solar_power', 'battery_power', 'grid_power', 'load_power'],
    columns: [
      { heads: ['solar_power'], flow: 'generation', form: 'power', unit: 'W' },
      { heads: ['battery_power'], flow: 'discharge', form: 'power', unit: 'W', hasBothSigns: true },
      { heads: ['grid_power'], flow: 'import', form: 'power', unit: 'W', hasBothSigns: true },
      { heads: ['load_power'], flow: 'load', form: 'power', unit: 'W' },
    ],
    time: ['timestamp'],
    decimalMark: '.',
  },
  {
    id: 'powerwall-dashboard',
    variant: 'Powerwall Dashboard',
    evidence: 'document',
    known: ['timestamp', 'solar', 'powerwall', 'home', 'grid'],
    others: ['charge'],
    columns: [
      { heads: ['solar'], flow: 'generation', form: 'power', unit: 'W' },
      { heads: ['powerwall'], flow: 'discharge', form: 'power', unit: 'W', hasBothSigns: true },
      { heads: ['grid'], flow: 'import', form: 'power', unit: 'W', hasBothSigns: true },
      { heads: ['home'], flow: 'load', form: 'power', unit: 'W' },
    ],
    time: ['timestamp'],
    decimalMark: '.',
  },
])
