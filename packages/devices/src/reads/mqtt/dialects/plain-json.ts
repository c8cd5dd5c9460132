import { isQuantityId } from '@heliograph/domain/quantities.ts'
import { isFields, parseBoundedJson } from '@heliograph/wires/json/bounded-json.ts'
import { type Dialect, factOf, type MqttDevice } from '../message.ts'

const MOST_CHARS = 64 * 1024

/** Zigbee2MQTT: `zigbee2mqtt/<name>`, a plug with power in W and energy in kWh. */
export const zigbee: Dialect = ({ topic, payload }) => {
  const [, name = ''] = /^zigbee2mqtt\/(.{1,100})$/.exec(topic) ?? []
  if (name === '') return undefined
  const [, owner] = /^(.+)\/availability$/.exec(name) ?? []
  if (owner !== undefined) return /offline/.test(payload) ? [{ device: plugOf(owner), gone: 'all' }] : []
  const body = name.startsWith('bridge/') ? undefined : parseBoundedJson(payload, MOST_CHARS)
  if (!isFields(body) || typeof body.power !== 'number') return []
  const device = plugOf(name)
  return [
    ...factOf(device, 'acPowerW', body.power),
    ...(typeof body.energy === 'number' ? factOf(device, 'loadTotalWh', body.energy, 1e3) : []),
    ...(typeof body.voltage === 'number' ? factOf(device, 'ac1VoltageV', body.voltage) : []),
    ...(typeof body.current === 'number' ? factOf(device, 'ac1CurrentA', body.current) : []),
    ...(typeof body.ac_frequency === 'number' ? factOf(device, 'acFrequencyHz', body.ac_frequency) : []),
  ]
}

const plugOf = (name: string): MqttDevice => ({
  key: `zigbee2mqtt ${name}`,
  serial: name,
  type: 'SOCKET',
  maker: 'Zigbee',
  name,
})

/** Our own form: `<prefix>/<device>/telemetry` with {"values": {"acPowerW": 5}}, in base units. */
export const ownJson: Dialect = ({ topic, payload }) => {
  const [, name = ''] = /^.{1,200}\/([^/]{1,64})\/telemetry$/.exec(topic) ?? []
  if (name === '') return undefined
  const body = parseBoundedJson(payload, MOST_CHARS)
  if (!isFields(body) || !isFields(body.values)) return undefined
  const device: MqttDevice = { key: `own ${name}`, serial: name, type: 'OTHER_TYPE', maker: '', name }
  return Object.entries(body.values).flatMap(([id, value]) =>
    isQuantityId(id) && typeof value === 'number' ? factOf(device, id, value) : [],
  )
}
