/**
 * Judges what it hears at a broker as Home Assistant does, by its public documentation: "MQTT" (device discovery, birth and
 * last will, availability), "MQTT sensor" (value_template, expire_after) and "Sensor entity" (which classes and units go
 * together, how statistics are counted). It is stricter: an unknown option is a fault, and so is a retained state.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { systemClock } from '@heliograph/collect/clock.ts'
import { type BrokerSession, connectBroker } from '@heliograph/collect/mqtt/connect-broker.ts'

const unitsOf: Readonly<Record<string, readonly string[]>> = {
  power: ['mW', 'W', 'kW', 'MW', 'GW', 'TW'],
  energy: ['mWh', 'Wh', 'kWh', 'MWh', 'GWh', 'TWh', 'J', 'kJ', 'MJ', 'GJ'],
  battery: ['%'],
}
const stateClassesOf: Readonly<Record<string, readonly string[]>> = {
  power: ['measurement'],
  energy: ['total', 'total_increasing'],
  battery: ['measurement'],
}
const rootOptions = ['device', 'origin', 'components', 'state_topic', 'availability', 'availability_mode', 'qos']
const deviceOptions = ['identifiers', 'name', 'manufacturer', 'model', 'via_device', 'configuration_url']
const sensorOptions = [
  'platform',
  'unique_id',
  'name',
  'device_class',
  'state_class',
  'unit_of_measurement',
  'suggested_display_precision',
  'value_template',
  'expire_after',
]

type Json = Record<string, unknown>
type Sensor = Readonly<{
  uniqueId: string
  name: string
  deviceClass: string
  stateClass: string
  unit: string
  key: string
  expireMs: number
}>
type Device = Readonly<{
  identifier: string
  name: string
  via: string | undefined
  stateTopic: string
  presences: readonly string[]
  sensors: readonly Sensor[]
}>
type Statistic = { last: number; sum: number }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export type HomeAssistant = Readonly<{
  faults: readonly string[]
  devices: () => readonly Device[]
  /** The state of an entity; undefined: there is none. */
  state: (identifier: string, key: string) => string | undefined
  /** Kilowatt-hours that its statistics counted since it first knew the entity; they outlast a restart. */
  counted: (identifier: string, key: string) => number | undefined
  stop: () => Promise<void>
}>

/** @param statistics of a run before this one */
export async function startHomeAssistant(
  options: Readonly<{
    port: number
    now: () => number
    prefix?: string
    statistics?: Map<string, Statistic>
  }>,
): Promise<HomeAssistant> {
  const { port, now, prefix = 'homeassistant', statistics = new Map<string, Statistic>() } = options
  const faults: string[] = []
  const devices = new Map<string, Device>()
  const present = new Map<string, string>()
  const states = new Map<string, Readonly<{ text: string; atMs: number }>>()
  const subscribed = new Set<string>()

  const session: BrokerSession = await connectBroker(
    { will: { topic: `${prefix}/status`, payload: 'offline' } },
    {
      clock: systemClock,
      connect: async () => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        return socket
      },
    },
  )
  const { client } = session
  const subscribe = (topic: string): void => {
    if (!subscribed.has(topic)) client.subscribe(topic, { qos: 1 })
    subscribed.add(topic)
  }

  const readDevice = (topic: string, text: string): Device | undefined => {
    const fault = (problem: string): undefined => void faults.push(`${topic}: ${problem}`)
    let config: Json
    try {
      config = JSON.parse(text) as Json
    } catch {
      return fault('no JSON')
    }
    for (const option of Object.keys(config)) if (!rootOptions.includes(option)) fault(`unknown option ${option}`)
    const { device, origin, components, state_topic: stateTopic, availability, availability_mode: mode, qos } = config
    const { identifiers, name, via_device: via } = (device ?? {}) as Json
    for (const option of Object.keys((device ?? {}) as Json))
      if (!deviceOptions.includes(option)) fault(`unknown option device.${option}`)
    if (!Array.isArray(identifiers) || identifiers.length !== 1 || !isText(identifiers[0]))
      return fault('no identifier')
    if (!isText(name)) fault('no name')
    if (!isText(((origin ?? {}) as Json).name)) fault('no origin')
    if (!isText(stateTopic) || /[#+]/.test(stateTopic)) return fault('no state topic')
    if (mode !== 'all') fault('one of the availabilities is not enough')
    if (![0, 1, 2].includes(qos as number)) fault('qos')
    const presences = Array.isArray(availability) ? availability.map((item: Json) => item.topic) : []
    if (presences.length === 0 || !presences.every(isText)) return fault('no availability')
    const sensors = Object.entries((components ?? {}) as Record<string, Json>).flatMap(([key, component]): Sensor[] => {
      const problem = problemOf(component)
      if (problem !== undefined) fault(`${key}: ${problem}`)
      const [, path = ''] = /^\{\{ value_json\.([A-Za-z0-9]+) \}\}$/.exec(String(component.value_template)) ?? []
      if (path === '') fault(`${key}: a template that is not understood`)
      return [
        {
          uniqueId: String(component.unique_id),
          name: String(component.name),
          deviceClass: String(component.device_class),
          stateClass: String(component.state_class),
          unit: String(component.unit_of_measurement),
          key: path,
          expireMs: Number(component.expire_after) * 1000,
        },
      ]
    })
    if (sensors.length === 0) fault('no component')
    return {
      identifier: identifiers[0],
      name: String(name),
      via: isText(via) ? via : undefined,
      stateTopic,
      presences: presences as string[],
      sensors,
    }
  }

  const discover = (topic: string, payload: string): void => {
    if (payload === '') {
      devices.delete(topic)
      return
    }
    const device = readDevice(topic, payload)
    if (device === undefined) return
    devices.set(topic, device)
    const ids = [...devices.values()].flatMap(({ sensors }) => sensors.map(({ uniqueId }) => uniqueId))
    if (new Set(ids).size < ids.length) faults.push(`${topic}: a unique id twice`)
    if (device.via !== undefined && ![...devices.values()].some(({ identifier }) => identifier === device.via))
      faults.push(`${topic}: via an unknown device`)
    for (const one of [device.stateTopic, ...device.presences]) subscribe(one)
  }

  const count = ({ uniqueId, stateClass }: Sensor, value: number): void => {
    const before = statistics.get(uniqueId)
    if (before === undefined) {
      statistics.set(uniqueId, { last: value, sum: 0 })
      return
    }
    const isIncreasing = stateClass === 'total_increasing'
    if (isIncreasing && value < before.last) faults.push(`${uniqueId}: fell from ${before.last} to ${value}`)
    // A meter that fell by a tenth began anew: what it shows was counted since.
    const isReset = isIncreasing && value < 0.9 * before.last
    before.sum += isReset ? value : value - before.last
    before.last = value
  }

  const take = (device: Device, payload: string, isRetained: boolean): void => {
    if (isRetained) faults.push(`${device.stateTopic}: a retained state`)
    const values = JSON.parse(payload) as Json
    for (const sensor of device.sensors) {
      if (!(sensor.key in values)) {
        faults.push(`${sensor.uniqueId}: missing in the state`)
        continue
      }
      const value = values[sensor.key]
      const atMs = now()
      // What a template makes of null.
      if (value === null) states.set(sensor.uniqueId, { text: 'unknown', atMs })
      else if (typeof value !== 'number') faults.push(`${sensor.uniqueId}: ${JSON.stringify(value)} is no number`)
      else {
        states.set(sensor.uniqueId, { text: String(value), atMs })
        if (sensor.stateClass !== 'measurement') count(sensor, value)
      }
    }
  }

  client.on('message', (topic, bytes, { retain }) => {
    const payload = bytes.toString()
    const [, id] = new RegExp(`^${prefix}/device/([a-zA-Z0-9_-]+)/config$`).exec(topic) ?? []
    if (id !== undefined) return discover(topic, payload)
    if (topic.startsWith(`${prefix}/`)) return void faults.push(`${topic}: no topic of a discovery`)
    if (topic.endsWith('/availability')) present.set(topic, payload)
    for (const device of devices.values()) if (device.stateTopic === topic) take(device, payload, retain)
  })
  await client.subscribeAsync(`${prefix}/device/+/config`, { qos: 1 })
  await client.publishAsync(`${prefix}/status`, 'online', { qos: 1 })

  const find = (identifier: string, key: string): readonly [Device, Sensor] | undefined => {
    const device = [...devices.values()].find((one) => one.identifier === identifier)
    const sensor = device?.sensors.find((one) => one.key === key)
    return device && sensor && [device, sensor]
  }
  return {
    faults,
    devices: () => [...devices.values()],
    state: (identifier, key) => {
      const found = find(identifier, key)
      if (found === undefined) return undefined
      const [device, sensor] = found
      if (!device.presences.every((topic) => present.get(topic) === 'online')) return 'unavailable'
      const state = states.get(sensor.uniqueId)
      if (state === undefined) return 'unknown'
      return now() - state.atMs > sensor.expireMs ? 'unavailable' : state.text
    },
    counted: (identifier, key) => {
      const found = find(identifier, key)
      return found && statistics.get(found[1].uniqueId)?.sum
    },
    stop: () => client.endAsync(),
  }
}

function problemOf(component: Json): string | undefined {
  for (const option of Object.keys(component)) if (!sensorOptions.includes(option)) return `unknown option ${option}`
  const { platform, unique_id: uniqueId, name, device_class: deviceClass } = component
  if (platform !== 'sensor') return 'no platform'
  if (!isText(uniqueId)) return 'no unique id'
  if (!isText(name)) return 'no name'
  const units = unitsOf[String(deviceClass)]
  if (units === undefined) return `unknown device class ${String(deviceClass)}`
  if (!units.includes(String(component.unit_of_measurement)))
    return `unit ${String(component.unit_of_measurement)} of ${String(deviceClass)}`
  if (!stateClassesOf[String(deviceClass)]?.includes(String(component.state_class)))
    return `state class ${String(component.state_class)} of ${String(deviceClass)}`
  const { expire_after: expire } = component
  if (!Number.isInteger(expire) || (expire as number) <= 0) return 'expire_after'
  return undefined
}
