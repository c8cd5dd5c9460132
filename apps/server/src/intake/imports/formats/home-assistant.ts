import { formatsOf } from './format.ts'

export const homeAssistant = formatsOf('Home Assistant', [
  {
    // A day, or an hour, a column.
    id: 'home-assistant-energy',
    variant: 'Energy dashboard',
    evidence: 'document',
    known: ['entity_id', 'type', 'unit'],
    columns: [
      { heads: ['*'], kinds: ['solar_production'], flow: 'generation', form: 'energy', unit: 'kWh' },
      { heads: ['*'], kinds: ['grid_consumption'], flow: 'import', form: 'energy', unit: 'kWh' },
      { heads: ['*'], kinds: ['grid_return'], flow: 'export', form: 'energy', unit: 'kWh' },
      { heads: ['*'], kinds: ['battery_in'], flow: 'charge', form: 'energy', unit: 'kWh' },
      { heads: ['*'], kinds: ['battery_out'], flow: 'discharge', form: 'energy', unit: 'kWh' },
    ],
    names: { heads: ['entity_id'], kinds: ['type'] },
    stamp: 'start',
    decimalMark: '.',
  },
  {
    // Of any entity: its name says what it is, its values say whether they are powers, energies or a counter.
    id: 'home-assistant-history',
    variant: 'History of entities',
    evidence: 'document',
    known: ['entity_id', 'state', 'last_changed'],
    columns: [{ heads: ['state'], flow: 'named' }],
    names: { heads: ['entity_id'] },
    time: ['last_changed'],
    decimalMark: '.',
  },
  {
    // The sum is free of the resets that the state has.
    id: 'home-assistant-statistics',
    variant: 'Statistics (export_statistics)',
    evidence: 'document',
    known: ['statistic_id', 'unit', 'start', ['sum', 'mean']],
    columns: [
      { heads: ['sum'], flow: 'named', form: 'total' },
      { heads: ['mean'], flow: 'named', form: 'power' },
    ],
    names: { heads: ['statistic_id'] },
    time: ['start'],
    timeFormat: 'dmy',
    stamp: 'start',
  },
])
