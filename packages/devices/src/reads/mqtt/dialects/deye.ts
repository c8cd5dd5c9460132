import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Dialect, factOf, type MqttDevice, type MqttFact } from '../message.ts'

type Row = readonly [quantity: QuantityId, scale: number]

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
  'ac/total_power': ['acPowerW', 1],
  radiator_temp: ['radiatorTemperatureC', 1],
  'battery/soc': ['batterySocPercent', 1],
  'battery/voltage': ['batteryVoltageV', 1],
  'battery/power': ['batteryPowerW', 1],
  'battery/current': ['batteryCurrentA', 1],
  'battery/temperature': ['batteryTemperatureC', 1],
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

/** kbialek's deye-inverter-mqtt: `deye[/<logger>]/<group>/<name>`. */
export const deyeInverter: Dialect = ({ topic, payload }) => {
  const [, serial = 'deye', rest = ''] = /^deye(?:\/(\d{8,12}))?\/([a-z0-9_/]{1,60})$/.exec(topic) ?? []
  if (rest === '') return undefined
  const device = deviceOf(serial)
  if (rest === 'status' || rest === 'logger_status') return payload === 'offline' ? [{ device, gone: 'all' }] : []
  const [, n, name = ''] = /^dc\/pv(\d)\/(\w+)$/.exec(rest) ?? []
  if (n !== undefined) return readString(device, Number(n), name, payload)
  const row = Object.hasOwn(names, rest) ? names[rest] : undefined
  return row ? factOf(device, row[0], payload, row[1]) : []
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
