import type { MakerFormat } from './format.ts'

export const homeAssistant: readonly MakerFormat[] = [
  {
    // A day, or an hour, a column.
    id: 'home-assistant-energy',
    maker: 'Home Assistant',
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
]
