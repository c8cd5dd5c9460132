import { type Fields, isFields, parseBoundedJson } from '@heliograph/wires/json/bounded-json.ts'
import { type Dialect, factOf, type MqttDevice, type MqttFact, toNumber } from '../message.ts'

const MOST_CHARS = 64 * 1024

/**
 * Shelly's first generation: `shellies/<id>/emeter/<n>/<name>`, `shellies/<id>/relay/<n>/<name>`. A meter's `energy` counts
 * since its last message and is not read; a relay's counts watt-minutes and begins at 0 when it restarts.
 */
export const shelly1: Dialect = ({ topic, payload }) => {
  const [, id = '', kind, place, name = ''] =
    /^shellies\/([\w.-]{1,60})\/(?:(emeter|relay|meter|roller)\/(\d)(?:\/(\w{1,30}))?|[\w/]{1,60})$/.exec(topic) ?? []
  if (id === '') return undefined
  if (/\/online$/.test(topic))
    return payload === 'false' ? [{ device: { ...plugOf(id, 0), key: `shelly ${id}` }, gone: 'all' }] : []
  if (kind === undefined || place === undefined) return []
  const n = Number(place)
  if (kind !== 'emeter') {
    const plug = plugOf(id, n)
    if (name === 'power') return factOf(plug, 'acPowerW', payload)
    return name === 'energy' ? factOf(plug, 'loadTotalWh', payload, 1 / 60) : []
  }
  // The three-phase meter is one device.
  return id.startsWith('shellyem3') ? readPhase(id, n, name, payload) : readSingle(id, n, name, payload)
}

const plugOf = (id: string, n: number): MqttDevice => ({
  key: `shelly ${id} ${n}`,
  serial: n === 0 ? id : `${id}-${n}`,
  type: 'SOCKET',
  maker: 'Shelly',
  name: id,
})
const meterOf = (id: string, part?: string): MqttDevice => ({
  key: part === undefined ? `shelly ${id}` : `shelly ${id} ${part}`,
  serial: part === undefined ? id : `${id}-${part}`,
  type: 'SMART_METER',
  maker: 'Shelly',
  name: id,
  ...(part === undefined && { role: 'grid' }),
})

function readPhase(id: string, n: number, name: string, payload: string): readonly MqttFact[] {
  const device = meterOf(id)
  const value = toNumber(payload)
  if (value === undefined || n > 2) return []
  const phase = (n + 1) as 1 | 2 | 3
  const part = { device, part: n, of: 3, value }
  switch (name) {
    case 'power':
      return [
        { device, quantity: `grid${phase}PowerW`, value },
        { ...part, quantity: 'gridPowerW' },
      ]
    case 'voltage':
      return [{ device, quantity: `ac${phase}VoltageV`, value }]
    case 'current':
      return [{ device, quantity: `ac${phase}CurrentA`, value }]
    case 'total':
      return [{ ...part, quantity: 'gridImportTotalWh' }]
    case 'total_returned':
      return [{ ...part, quantity: 'gridExportTotalWh' }]
    default:
      return []
  }
}

function readSingle(id: string, n: number, name: string, payload: string): readonly MqttFact[] {
  const device = meterOf(id, `em${n}`)
  switch (name) {
    case 'power':
      return factOf(device, 'gridPowerW', payload)
    case 'voltage':
      return factOf(device, 'ac1VoltageV', payload)
    case 'total':
      return factOf(device, 'gridImportTotalWh', payload)
    case 'total_returned':
      return factOf(device, 'gridExportTotalWh', payload)
    default:
      return []
  }
}

/** Later generations: `<id>/status/<component>:<n>` with the whole state, `<id>/events/rpc` with what changed of it. */
export const shelly2: Dialect = ({ topic, payload }) => {
  const [, status, component, event] =
    /^(?:(.{1,80})\/status\/((?:switch|pm1|em|em1|emdata|em1data):\d)|(.{1,80})\/events\/rpc)$/.exec(topic) ?? []
  if (status !== undefined && component !== undefined) {
    const body = parseBoundedJson(payload, MOST_CHARS)
    return isFields(body) ? readComponent(status, component, body) : []
  }
  if (event === undefined) return undefined
  const body = parseBoundedJson(payload, MOST_CHARS)
  if (!isFields(body) || !isFields(body.params)) return []
  // The device names itself in `src`: its topic may be any.
  return Object.entries(body.params).flatMap(([key, part]) => (isFields(part) ? readComponent(event, key, part) : []))
}

function readComponent(id: string, component: string, fields: Fields): readonly MqttFact[] {
  const [, kind, n = '0'] = /^(switch|pm1|em|em1|emdata|em1data):(\d)$/.exec(component) ?? []
  const of = (device: MqttDevice) => (quantity: Parameters<typeof factOf>[1], raw: unknown) =>
    typeof raw === 'number' ? factOf(device, quantity, raw) : []
  switch (kind) {
    case 'switch':
    case 'pm1': {
      const value = of(plugOf(id, Number(n)))
      const energy = isFields(fields.aenergy) ? fields.aenergy.total : undefined
      return [
        ...value('acPowerW', fields.apower),
        ...value('loadTotalWh', energy),
        ...value('ac1VoltageV', fields.voltage),
        ...value('ac1CurrentA', fields.current),
        ...value('acFrequencyHz', fields.freq),
      ]
    }
    case 'em': {
      const value = of(meterOf(id))
      return [
        ...value('gridPowerW', fields.total_act_power),
        ...(['a', 'b', 'c'] as const).flatMap((phase, index) => {
          const p = (index + 1) as 1 | 2 | 3
          return [
            ...value(`grid${p}PowerW`, fields[`${phase}_act_power`]),
            ...value(`ac${p}VoltageV`, fields[`${phase}_voltage`]),
            ...value(`ac${p}CurrentA`, fields[`${phase}_current`]),
          ]
        }),
      ]
    }
    case 'emdata': {
      const value = of(meterOf(id))
      return [...value('gridImportTotalWh', fields.total_act), ...value('gridExportTotalWh', fields.total_act_ret)]
    }
    case 'em1': {
      const value = of(meterOf(id, `em${n}`))
      return [...value('gridPowerW', fields.act_power), ...value('ac1VoltageV', fields.voltage)]
    }
    case 'em1data': {
      const value = of(meterOf(id, `em${n}`))
      return [
        ...value('gridImportTotalWh', fields.total_act_energy),
        ...value('gridExportTotalWh', fields.total_act_ret_energy),
      ]
    }
    default:
      return []
  }
}
