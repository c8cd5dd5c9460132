import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Dialect, factOf, type MqttDevice } from '../message.ts'

type Row = readonly [quantity: QuantityId, scale: number]
const inverter: Readonly<Record<string, Row>> = {
  power: ['acPowerW', 1],
  powerdc: ['pvPowerW', 1],
  yieldday: ['generationTodayWh', 1],
  yieldtotal: ['generationTotalWh', 1e3],
  voltage: ['ac1VoltageV', 1],
  current: ['ac1CurrentA', 1],
  frequency: ['acFrequencyHz', 1],
  temperature: ['inverterTemperatureC', 1],
  powerfactor: ['powerFactor', 1],
  reactivepower: ['acReactivePowerVar', 1],
}

/**
 * OpenDTU: `<base>/<serial>/<0: inverter, 1 to 6: string>/<name>`, one value per message. The sums of all inverters (`ac/...`)
 * drop when one is offline, so they are not read.
 */
export const opendtu: Dialect = ({ topic, payload }) => {
  const [, serial = '', place = '', name = ''] = /(?:^|\/)(\d{12})\/(\d|status|name)(?:\/(\w+))?$/.exec(topic) ?? []
  if (serial === '')
    return /(?:^|\/)(?:ac|dc|dtu)\/(?:power|yieldday|yieldtotal|is_valid|uptime|ip|rssi|status)$/.test(topic)
      ? []
      : undefined
  const device: MqttDevice = {
    key: `opendtu ${serial}`,
    serial,
    type: 'MICRO_INVERTER',
    maker: 'Hoymiles',
    role: 'generation',
  }
  if (place === 'status') return name === 'reachable' && payload.trim() === '0' ? [{ device, gone: 'all' }] : []
  if (place === 'name') return []
  if (place === '0') {
    const row = Object.hasOwn(inverter, name) ? inverter[name] : undefined
    return row ? factOf(device, row[0], payload, row[1]) : []
  }
  const n = Number(place)
  if (n < 1 || n > 6) return []
  switch (name) {
    case 'power':
      return factOf(device, `pv${n as 1}PowerW`, payload)
    case 'voltage':
      return factOf(device, `pv${n as 1}VoltageV`, payload)
    case 'current':
      return factOf(device, `pv${n as 1}CurrentA`, payload)
    case 'yieldtotal':
      return n <= 4 ? factOf(device, `pv${n as 1}TotalWh`, payload, 1e3) : []
    case 'yieldday':
      return n <= 4 ? factOf(device, `pv${n as 1}TodayWh`, payload) : []
    default:
      return []
  }
}
