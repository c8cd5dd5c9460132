import type { Moment } from '../readings.ts'
import type { Home } from '../sites/home.ts'
import { createTariffs } from './low-tariff.ts'

/** Entities as integrations of an inverter and a meter name them. */
const entities = {
  pvPower: ['sensor.inverter_pv_power', 'W'],
  pvEnergy: ['sensor.inverter_total_yield', 'kWh'],
  meterPower: ['sensor.electricity_meter_power', 'kW'],
  importLow: ['sensor.electricity_meter_energy_consumption_tarif_1', 'kWh'],
  importHigh: ['sensor.electricity_meter_energy_consumption_tarif_2', 'kWh'],
  exportLow: ['sensor.electricity_meter_energy_production_tarif_1', 'kWh'],
  exportHigh: ['sensor.electricity_meter_energy_production_tarif_2', 'kWh'],
  storagePower: ['sensor.battery_power', 'W'],
  charged: ['sensor.battery_total_charge', 'kWh'],
  discharged: ['sensor.battery_total_discharge', 'kWh'],
  soc: ['sensor.battery_state_of_charge', '%'],
} as const
type Name = keyof typeof entities
/** The id of an entity. */
export const idOf = (name: Name): string => entities[name][0]

const units = new Map<string, string>(Object.values(entities).map(([id, unit]) => [id, unit]))
export const unitOf = (entity: string): string => units.get(entity) ?? ''

/** The settings of the energy dashboard: two tariffs at the meter, a battery whose power counts charging as positive. */
export const energyPrefs = {
  energy_sources: [
    {
      type: 'grid',
      flow_from: (['importLow', 'importHigh'] as const).map((name) => ({
        stat_energy_from: idOf(name),
        stat_cost: null,
        entity_energy_price: null,
        number_energy_price: null,
      })),
      flow_to: (['exportLow', 'exportHigh'] as const).map((name) => ({
        stat_energy_to: idOf(name),
        stat_compensation: null,
        entity_energy_price: null,
        number_energy_price: null,
      })),
      power: [{ stat_rate: idOf('meterPower') }],
      cost_adjustment_day: 0,
    },
    {
      type: 'solar',
      stat_energy_from: idOf('pvEnergy'),
      stat_rate: idOf('pvPower'),
      config_entry_solar_forecast: null,
    },
    {
      type: 'battery',
      stat_energy_from: idOf('discharged'),
      stat_energy_to: idOf('charged'),
      power_config: { stat_rate_inverted: idOf('storagePower') },
      stat_soc: idOf('soc'),
    },
  ],
  device_consumption: [],
}

export const registry = Object.entries(entities).map(([name, [id]]) => ({
  entity_id: id,
  platform: name.startsWith('import') || name.startsWith('export') ? 'dsmr' : 'huawei_solar',
  unique_id: `simulated_${name}`,
}))

const readers = new WeakMap<Home, ReturnType<typeof createTariffs>>()

/** The states of all entities. The inverter's are unavailable while it sleeps, its battery's never. */
export function statesOf(home: Home, { atMs, now, powers }: Moment): Readonly<Record<string, string>> {
  const tariffs = readers.get(home) ?? createTariffs(home)
  readers.set(home, tariffs)
  const { flows, socPercent } = powers
  const totals = { import: now.boundary.import.total, export: now.boundary.export.total }
  const bought = tariffs.readAt(atMs, totals, 'import')
  const sold = tariffs.readAt(atMs, totals, 'export')
  const kWh = (wh: number): string => (Math.floor(wh / 10) / 100).toFixed(2)
  const meterKWh = (wh: number): string => (Math.floor(wh) / 1000).toFixed(3)
  const isAwake = powers.sunElevationDeg > 0
  const values: Readonly<Record<Name, string>> = {
    pvPower: isAwake ? powers.inverters.reduce((sum, { acW }) => sum + acW, 0).toFixed(0) : 'unavailable',
    pvEnergy: isAwake ? kWh(now.generation.reduce((sum, { total }) => sum + total, 0)) : 'unavailable',
    meterPower: ((flows.importW - flows.exportW) / 1000).toFixed(3),
    importLow: meterKWh(bought.low),
    importHigh: meterKWh(bought.high),
    exportLow: meterKWh(sold.low),
    exportHigh: meterKWh(sold.high),
    storagePower: (flows.chargeW - flows.dischargeW).toFixed(0),
    charged: kWh(now.boundary.charge.total),
    discharged: kWh(now.boundary.discharge.total),
    soc: (socPercent ?? 0).toFixed(0),
  }
  return Object.fromEntries(Object.entries(values).map(([name, state]) => [idOf(name as Name), state]))
}
