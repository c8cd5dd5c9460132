import type { DeviceType } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { isFields, parseBoundedJson } from '@heliograph/wires/json/bounded-json.ts'
import type { Dialect, MqttDevice, MqttFact } from '../message.ts'

type Row = readonly [quantity: QuantityId, scale: number]
type Service = Readonly<{ type: DeviceType; role?: 'grid' | 'generation'; rows: Readonly<Record<string, Row>> }>

const phases = ([1, 2, 3] as const).flatMap((n): readonly (readonly [string, Row])[] => [
  [`Ac/L${n}/Voltage`, [`ac${n}VoltageV`, 1]],
  [`Ac/L${n}/Current`, [`ac${n}CurrentA`, 1]],
])

/** By service. Victron counts charging as positive, so battery powers are turned. */
const services: Readonly<Record<string, Service>> = {
  grid: {
    type: 'SMART_METER',
    role: 'grid',
    rows: {
      ...Object.fromEntries(phases),
      'Ac/Power': ['gridPowerW', 1],
      'Ac/Energy/Forward': ['gridImportTotalWh', 1e3],
      'Ac/Energy/Reverse': ['gridExportTotalWh', 1e3],
      'Ac/L1/Power': ['grid1PowerW', 1],
      'Ac/L2/Power': ['grid2PowerW', 1],
      'Ac/L3/Power': ['grid3PowerW', 1],
      'Ac/Frequency': ['gridFrequencyHz', 1],
    },
  },
  pvinverter: {
    type: 'INVERTER',
    role: 'generation',
    rows: {
      ...Object.fromEntries(phases),
      'Ac/Power': ['acPowerW', 1],
      'Ac/Energy/Forward': ['generationTotalWh', 1e3],
    },
  },
  solarcharger: {
    type: 'INVERTER',
    role: 'generation',
    rows: {
      'Yield/Power': ['pvPowerW', 1],
      'Yield/System': ['generationTotalWh', 1e3],
      'History/Daily/0/Yield': ['generationTodayWh', 1e3],
      'Dc/0/Voltage': ['batteryVoltageV', 1],
      'Pv/V': ['pv1VoltageV', 1],
      'Pv/0/V': ['pv1VoltageV', 1],
      'Pv/1/V': ['pv2VoltageV', 1],
      'Pv/0/P': ['pv1PowerW', 1],
      'Pv/1/P': ['pv2PowerW', 1],
    },
  },
  battery: {
    type: 'BATTERY',
    rows: {
      Soc: ['batterySocPercent', 1],
      Soh: ['batterySohPercent', 1],
      'Dc/0/Voltage': ['batteryVoltageV', 1],
      'Dc/0/Current': ['batteryCurrentA', -1],
      'Dc/0/Power': ['batteryPowerW', -1],
      'Dc/0/Temperature': ['batteryTemperatureC', 1],
      'History/ChargedEnergy': ['batteryChargeTotalWh', 1e3],
      'History/DischargedEnergy': ['batteryDischargeTotalWh', 1e3],
    },
  },
}

/** Sums of the system over its phases: what it measures where it has no meter of its own. */
const systemParts: Readonly<Record<string, QuantityId>> = { Grid: 'gridPowerW', Consumption: 'loadPowerW' }
const MOST_CHARS = 64 * 1024

/**
 * Victron Venus: `[prefix/]N/<portal>/<service>/<instance>/<path>` with {"value": x}. null: no value now; an empty payload:
 * the service is gone.
 */
export const victron: Dialect = ({ topic, payload }) => {
  const [, portal = '', service = '', instance = '', path = ''] =
    /(?:^|\/)N\/([0-9a-f]{12})\/(\w{1,30})\/(\d{1,5})\/(.{1,120})$/.exec(topic) ?? []
  if (portal === '')
    return /(?:^|\/)N\/[0-9a-f]{12}\/(?:keepalive|full_publish_completed)$/.test(topic) ? [] : undefined
  if (service === 'system') return readSystem(portal, path, payload)
  const row = Object.hasOwn(services, service) ? services[service] : undefined
  if (row === undefined) return []
  const device: MqttDevice = {
    key: `victron ${portal} ${service} ${instance}`,
    serial: `${portal}-${service}-${instance}`,
    type: row.type,
    maker: 'Victron Energy',
    name: service,
    ...(row.role && { role: row.role }),
  }
  if (payload === '') return [{ device, gone: 'all' }]
  const [quantity, scale] = Object.hasOwn(row.rows, path) ? (row.rows[path] as Row) : []
  if (quantity === undefined || scale === undefined) return []
  return readValue(device, quantity, payload, scale)
}

function readSystem(portal: string, path: string, payload: string): readonly MqttFact[] {
  const device: MqttDevice = {
    key: `victron ${portal} system`,
    serial: portal,
    type: 'PCS',
    maker: 'Victron Energy',
    model: 'GX',
    name: 'GX',
  }
  if (payload === '') return [{ device, gone: 'all' }]
  if (path === 'Dc/Battery/Soc') return readValue(device, 'batterySocPercent', payload, 1)
  if (path === 'Dc/Battery/Power') return readValue(device, 'batteryPowerW', payload, -1)
  const [, kind = '', phase, count] = /^Ac\/(Grid|Consumption)\/(?:L([123])\/Power|(NumberOfPhases))$/.exec(path) ?? []
  const quantity = Object.hasOwn(systemParts, kind) ? systemParts[kind] : undefined
  const value = valueIn(payload)
  if (quantity === undefined || typeof value !== 'number') return []
  // As many parts as it has phases; the number comes first or a round later.
  if (count !== undefined) return [{ device, quantity, part: -1, of: value, value: 0 }]
  return [{ device, quantity, part: Number(phase), of: 0, value }]
}

function readValue(device: MqttDevice, quantity: QuantityId, payload: string, scale: number): readonly MqttFact[] {
  const value = valueIn(payload)
  if (value === null) return [{ device, gone: quantity }]
  return typeof value === 'number' && Number.isFinite(value)
    ? [{ device, quantity, value: Number((value * scale).toPrecision(15)) + 0 }]
    : []
}

function valueIn(payload: string): unknown {
  const body = parseBoundedJson(payload, MOST_CHARS)
  return isFields(body) ? body.value : undefined
}

/** The topic that keeps a portal talking, through the same bridge prefix; undefined for a message of another kind. */
export function keepAliveTopic(topic: string): string | undefined {
  const [, prefix = '', portal] = /^((?:.*\/)?)N\/([0-9a-f]{12})\//.exec(topic) ?? []
  return portal === undefined ? undefined : `${prefix}R/${portal}/keepalive`
}
