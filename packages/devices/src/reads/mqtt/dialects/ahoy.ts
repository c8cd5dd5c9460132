import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Dialect, factOf, type MqttDevice } from '../message.ts'

const inverter: Readonly<Record<string, readonly [QuantityId, number]>> = {
  U_AC: ['ac1VoltageV', 1],
  I_AC: ['ac1CurrentA', 1],
  P_AC: ['acPowerW', 1],
  Q_AC: ['acReactivePowerVar', 1],
  F_AC: ['acFrequencyHz', 1],
  PF_AC: ['powerFactor', 1],
  Temp: ['inverterTemperatureC', 1],
  YieldDay: ['generationTodayWh', 1],
  YieldTotal: ['generationTotalWh', 1e3],
  P_DC: ['pvPowerW', 1],
}

/** AhoyDTU: `<base>/<name>/ch0/<NAME>` of the inverter, ch1 to ch6 of its strings. */
export const ahoy: Dialect = ({ topic, payload }) => {
  const [, owner = '', channel = '', name = ''] =
    /(?:^|\/)([^/]{1,40})\/(?:ch(\d)\/([A-Za-z_]{1,20})|available|last_success|dc_ok)$/.exec(topic) ?? []
  if (channel === '') return owner !== '' && topic.endsWith('/available') ? goneOf(owner, payload) : undefined
  const device = deviceOf(owner)
  if (channel === '0') {
    const row = Object.hasOwn(inverter, name) ? inverter[name] : undefined
    return row ? factOf(device, row[0], payload, row[1]) : []
  }
  const n = Number(channel)
  if (n > 6) return []
  switch (name) {
    case 'U_DC':
      return factOf(device, `pv${n as 1}VoltageV`, payload)
    case 'I_DC':
      return factOf(device, `pv${n as 1}CurrentA`, payload)
    case 'P_DC':
      return factOf(device, `pv${n as 1}PowerW`, payload)
    case 'YieldTotal':
      return n <= 4 ? factOf(device, `pv${n as 1}TotalWh`, payload, 1e3) : []
    case 'YieldDay':
      return n <= 4 ? factOf(device, `pv${n as 1}TodayWh`, payload) : []
    default:
      return []
  }
}

const deviceOf = (name: string): MqttDevice => ({
  key: `ahoy ${name}`,
  serial: name,
  type: 'MICRO_INVERTER',
  maker: 'Hoymiles',
  name,
  role: 'generation',
})

/** 0 offline, 1 partly, 2 online. Other programs publish `available` with words. */
const goneOf = (name: string, payload: string) =>
  payload.trim() === '0'
    ? ([{ device: deviceOf(name), gone: 'all' }] as const)
    : /^[12]$/.test(payload.trim())
      ? []
      : undefined
