import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Dialect, factOf, type MqttDevice, type MqttFact } from '../message.ts'

type Row = readonly [quantity: QuantityId, scale: number]
/** Names that a program for Hoymiles inverters gives to the values of an inverter and of its strings. */
type Names = Readonly<{ inverter: Readonly<Record<string, Row>>; strings: Readonly<Record<string, Part>> }>
type Part = 'PowerW' | 'VoltageV' | 'CurrentA' | 'TodayWh' | 'TotalWh'

const MOST_STRINGS = 6
/** Strings whose energy has a quantity of its own. */
const MOST_COUNTED = 4

const deviceOf = (program: string, serial: string, more: Partial<MqttDevice> = {}): MqttDevice => ({
  key: `${program} ${serial}`,
  serial,
  type: 'MICRO_INVERTER',
  maker: 'Hoymiles',
  role: 'generation',
  ...more,
})

/** @param channel 0: the inverter, 1 to 6: a string */
function read(
  { inverter, strings }: Names,
  device: MqttDevice,
  { channel, name, payload }: Readonly<{ channel: number; name: string; payload: string }>,
): readonly MqttFact[] {
  if (channel === 0) {
    const row = Object.hasOwn(inverter, name) ? inverter[name] : undefined
    return row ? factOf(device, row[0], payload, row[1]) : []
  }
  const part = Object.hasOwn(strings, name) ? strings[name] : undefined
  const most = part?.endsWith('Wh') ? MOST_COUNTED : MOST_STRINGS
  if (part === undefined || channel > most) return []
  return factOf(device, `pv${channel}${part}` as QuantityId, payload, part === 'TotalWh' ? 1e3 : 1)
}

const phases = [1, 2, 3] as const
type PhaseName = readonly [name: (n: number) => string, part: 'VoltageV' | 'CurrentA']
/** The names of an inverter of three phases. */
const namePhases = (...names: readonly PhaseName[]): Readonly<Record<string, Row>> =>
  Object.fromEntries(phases.flatMap((n) => names.map(([name, part]): [string, Row] => [name(n), [`ac${n}${part}`, 1]])))

const opendtuNames: Names = {
  inverter: {
    ...namePhases([(n) => `voltage ph${n}-n`, 'VoltageV'], [(n) => `current ph${n}`, 'CurrentA']),
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
  },
  strings: { power: 'PowerW', voltage: 'VoltageV', current: 'CurrentA', yieldtotal: 'TotalWh', yieldday: 'TodayWh' },
}

/**
 * OpenDTU: `<base>/<serial>/<0: inverter, 1 to 6: string>/<name>`, one value per message; serials are hexadecimal. The sums of all inverters (`ac/...`)
 * drop when one is offline, so they are not read.
 */
export const opendtu: Dialect = ({ topic, payload }) => {
  const [, serial = '', place = '', name = ''] =
    /(?:^|\/)(\d[0-9a-f]{11})\/(\d|status|name)(?:\/([\w -]{1,30}))?$/i.exec(topic) ?? []
  if (serial === '')
    return /(?:^|\/)(?:ac|dc|dtu)\/(?:power|yieldday|yieldtotal|is_valid|uptime|ip|rssi|status)$/.test(topic)
      ? []
      : undefined
  const device = deviceOf('opendtu', serial)
  if (place === 'status') return name === 'reachable' && payload.trim() === '0' ? [{ device, gone: 'all' }] : []
  return place === 'name' ? [] : read(opendtuNames, device, { channel: Number(place), name, payload })
}

const ahoyNames: Names = {
  inverter: {
    ...namePhases([(n) => `U_AC_${n}N`, 'VoltageV'], [(n) => `I_AC_${n}`, 'CurrentA'], [(n) => `IAC_${n}`, 'CurrentA']),
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
  },
  strings: { P_DC: 'PowerW', U_DC: 'VoltageV', I_DC: 'CurrentA', YieldTotal: 'TotalWh', YieldDay: 'TodayWh' },
}

/** AhoyDTU: `<base>/<name>/ch0/<NAME>` of the inverter, ch1 to ch6 of its strings. */
export const ahoy: Dialect = ({ topic, payload }) => {
  const [, owner = '', channel = '', name = ''] =
    /(?:^|\/)([^/]{1,40})\/(?:ch(\d)\/(\w{1,20})|available|last_success|dc_ok)$/.exec(topic) ?? []
  const device = deviceOf('ahoy', owner, { name: owner })
  if (channel !== '') return read(ahoyNames, device, { channel: Number(channel), name, payload })
  if (owner === '' || !topic.endsWith('/available')) return undefined
  // 0 offline, 1 partly, 2 online. Other programs publish `available` with words.
  const state = payload.trim()
  if (state === '0') return [{ device, gone: 'all' }]
  return /^[12]$/.test(state) ? [] : undefined
}
