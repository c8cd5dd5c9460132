import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Dialect, factOf, type MqttDevice, type MqttFact, toNumber } from '../message.ts'

type Row = readonly [quantity: QuantityId, scale: number]

/** The single logger, or all of several together. */
const ALL_DEYE = 'deye'
/** Whether a device is the sum of others that speak for themselves. */
export const isDeyeSum = (key: string, others: Iterable<string>): boolean =>
  key === `deye ${ALL_DEYE}` && [...others].some((other) => other.startsWith(`deye ${ALL_DEYE}-`))

const deviceOf = (serial: string): MqttDevice => ({
  key: `deye ${serial}`,
  serial,
  type: 'INVERTER',
  maker: 'Deye',
  role: 'generation',
})

const names: Readonly<Record<string, Row>> = {
  day_energy: ['generationTodayWh', 1e3],
  total_energy: ['generationTotalWh', 1e3],
  'ac/active_power': ['acPowerW', 1],
  'ac/freq': ['acFrequencyHz', 1],
  'ac/l1/voltage': ['ac1VoltageV', 1],
  'ac/l1/current': ['ac1CurrentA', 1],
  'ac/l2/voltage': ['ac2VoltageV', 1],
  'ac/l2/current': ['ac2CurrentA', 1],
  'ac/l3/voltage': ['ac3VoltageV', 1],
  'ac/l3/current': ['ac3CurrentA', 1],
  'dc/total_power': ['pvPowerW', 1],
  'ac/frequency': ['acFrequencyHz', 1],
  'ac/grid_frequency': ['gridFrequencyHz', 1],
  'ac/total_grid_power': ['gridPowerW', 1],
  'ac/total_energy_bought': ['gridImportTotalWh', 1e3],
  'ac/total_energy_sold': ['gridExportTotalWh', 1e3],
  'ac/ups/power': ['loadPowerW', 1],
  'ac/ups/total_power': ['loadPowerW', 1],
  'ac/ups/total_energy': ['loadTotalWh', 1e3],
  'ac/ups/daily_energy': ['loadTodayWh', 1e3],
  radiator_temp: ['radiatorTemperatureC', 1],
  'battery/soc': ['batterySocPercent', 1],
  'battery/voltage': ['batteryVoltageV', 1],
  'battery/power': ['batteryPowerW', 1],
  'battery/current': ['batteryCurrentA', 1],
  'battery/temperature': ['batteryTemperatureC', 1],
  'battery/total_charge': ['batteryChargeTotalWh', 1e3],
  'battery/total_discharge': ['batteryDischargeTotalWh', 1e3],
  'battery/daily_charge': ['batteryChargeTodayWh', 1e3],
  'battery/daily_discharge': ['batteryDischargeTodayWh', 1e3],
}
const strings: Readonly<
  Record<string, readonly [suffix: 'VoltageV' | 'CurrentA' | 'PowerW' | 'TodayWh' | 'TotalWh', scale: number]>
> = {
  voltage: ['VoltageV', 1],
  current: ['CurrentA', 1],
  power: ['PowerW', 1],
  day_energy: ['TodayWh', 1e3],
  total_energy: ['TotalWh', 1e3],
  v: ['VoltageV', 1],
  i: ['CurrentA', 1],
  w: ['PowerW', 1],
  kWh_today: ['TodayWh', 1e3],
  kWh_total: ['TotalWh', 1e3],
}

function readString(device: MqttDevice, n: number, name: string, payload: string): readonly MqttFact[] {
  const row = Object.hasOwn(strings, name) ? strings[name] : undefined
  if (row === undefined || n < 1 || n > 4) return []
  return factOf(device, `pv${n as 1}${row[0]}`, payload, row[1])
}

const TOTAL_POWER = 'ac/total_power'
/** Another value of the hybrid tells the meaning: of one phase its own output, of three phases the grid. */
const meaningOfTotal: Readonly<Record<string, QuantityId>> = {
  'ac/total_grid_power': 'acPowerW',
  'ac/total_internal_power': 'gridPowerW',
}

function readTotal(device: MqttDevice, rest: string, payload: string): readonly MqttFact[] {
  const meaning = Object.hasOwn(meaningOfTotal, rest) ? meaningOfTotal[rest] : undefined
  if (meaning !== undefined) return [{ device, quantity: meaning, part: -1, of: 1, value: 0 }]
  const value = rest === TOTAL_POWER ? toNumber(payload) : undefined
  if (value === undefined) return []
  return Object.values(meaningOfTotal).map((quantity) => ({ device, quantity, part: 0, of: 0, value }))
}

/**
 * kbialek's deye-inverter-mqtt: `deye[/<number>]/<group>/<name>`, the number of a logger where there are several. The sums of
 * all stand where the values of a single one would.
 */
export const deyeInverter: Dialect = ({ topic, payload }) => {
  const [, logger, rest = ''] = /^deye(?:\/(\d{1,12}))?\/([a-z0-9_/]{1,60})$/.exec(topic) ?? []
  if (rest === '') return undefined
  const device = deviceOf(logger === undefined ? ALL_DEYE : logger.length < 8 ? `${ALL_DEYE}-${logger}` : logger)
  if (rest === 'status' || rest === 'logger_status') return payload === 'offline' ? [{ device, gone: 'all' }] : []
  const [, n, name = ''] = /^dc\/pv(\d)\/(\w+)$/.exec(rest) ?? []
  if (n !== undefined) return readString(device, Number(n), name, payload)
  const value = toNumber(payload)
  // A meter's own direction, which nothing states.
  if (rest === 'ac/grid/power') return value === undefined ? [] : [{ device, name: rest, value }]
  const row = Object.hasOwn(names, rest) ? names[rest] : undefined
  return [...(row ? factOf(device, row[0], payload, row[1]) : []), ...readTotal(device, rest, payload)]
}

/** Hypfer's dummy cloud: `deye-dummycloud/<serial>/<group>/<name>`. */
export const deyeDummycloud: Dialect = ({ topic, payload }) => {
  const [, serial = '', rest = ''] = /^deye-dummycloud\/(\d{8,12})\/([A-Za-z0-9_/]{1,60})$/.exec(topic) ?? []
  if (serial === '') return undefined
  const device = deviceOf(serial)
  const [, n, name = ''] = /^pv\/(\d)\/(\w+)$/.exec(rest) ?? []
  if (n !== undefined) return readString(device, Number(n), name, payload)
  const rows: Readonly<Record<string, Row>> = {
    // The inverter's own output, whatever it is called.
    'grid/active_power_w': ['acPowerW', 1],
    'grid/kWh_today': ['generationTodayWh', 1e3],
    'grid/kWh_total': ['generationTotalWh', 1e3],
    'grid/v': ['ac1VoltageV', 1],
    'grid/hz': ['acFrequencyHz', 1],
    'inverter/radiator_temperature': ['radiatorTemperatureC', 1],
  }
  const row = Object.hasOwn(rows, rest) ? rows[rest] : undefined
  return row ? factOf(device, row[0], payload, row[1]) : []
}
