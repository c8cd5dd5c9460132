import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { isFields, parseBoundedJson } from '@heliograph/wires/json/bounded-json.ts'
import { type Dialect, factOf, type MqttDevice } from '../message.ts'

const MOST_CHARS = 64 * 1024

/** Zigbee2MQTT: `zigbee2mqtt/<name>`, a plug with power in W and energy in kWh, or a meter that counts both directions. */
export const zigbee: Dialect = ({ topic, payload }) => {
  const [, name = ''] = /^zigbee2mqtt\/(.{1,100})$/.exec(topic) ?? []
  if (name === '') return undefined
  const [, owner] = /^(.+)\/availability$/.exec(name) ?? []
  if (owner !== undefined) return /offline/.test(payload) ? [{ device: plugOf(owner), gone: 'all' }] : []
  const body = name.startsWith('bridge/') ? undefined : parseBoundedJson(payload, MOST_CHARS)
  if (!isFields(body) || typeof body.power !== 'number') return []
  const isMeter = typeof body.produced_energy === 'number'
  const device: MqttDevice = isMeter ? { ...plugOf(name), type: 'SMART_METER' } : plugOf(name)
  const value = (quantity: QuantityId, raw: unknown, scale = 1) =>
    typeof raw === 'number' ? factOf(device, quantity, raw, scale) : []
  return [
    ...value(isMeter ? 'gridPowerW' : 'acPowerW', body.power),
    ...value(isMeter ? 'gridImportTotalWh' : 'loadTotalWh', body.energy, 1e3),
    ...value('gridExportTotalWh', body.produced_energy, 1e3),
    ...value('ac1VoltageV', body.voltage),
    ...value('ac1CurrentA', body.current),
    ...value(isMeter ? 'gridFrequencyHz' : 'acFrequencyHz', body.ac_frequency),
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
