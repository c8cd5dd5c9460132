import type { MakerFormat } from './format.ts'

/** By those who read Powerwalls: a battery that is discharged and energy from the grid count as positive. */
export const tesla: readonly MakerFormat[] = [
  {
    id: 'tesla-energy',
    maker: 'Tesla',
    variant: 'Energy of the app',
    evidence: 'document',
    known: ['date time', 'home(kwh)', 'solar energy(kwh)', 'from powerwall(kwh)'],
    columns: [
      { heads: ['solar energy(kwh)'], flow: 'generation', form: 'energy' },
      { heads: ['home(kwh)'], flow: 'load', form: 'energy' },
      { heads: ['from powerwall(kwh)'], flow: 'discharge', form: 'energy' },
      { heads: ['to powerwall(kwh)'], flow: 'charge', form: 'energy' },
      { heads: ['from grid(kwh)'], flow: 'import', form: 'energy' },
      { heads: ['to grid(kwh)'], flow: 'export', form: 'energy' },
    ],
    time: ['date time'],
    decimalMark: '.',
  },
  {
    id: 'tesla-power',
    maker: 'Tesla',
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
    maker: 'Tesla',
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
]
