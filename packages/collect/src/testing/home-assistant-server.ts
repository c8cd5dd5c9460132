/** Home Assistant's WebSocket for tests: its sign-in, its ids, coalesced messages, its registry, states and statistics. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

type State = Readonly<{ state: string; unit?: string }>
export type HomeAssistantHome = {
  token: string
  prefs: unknown
  /** Entities with their platform and own id. */
  registry: { entity_id: string; platform: string; unique_id: string }[]
  states: Map<string, State>
  /** Answers `get_config`, beside the version. */
  config: Readonly<Record<string, unknown>>
  /** Answers `config/auth/list`, which only administrators of Home Assistant may ask. */
  users: readonly Readonly<Record<string, unknown>>[]
  statistics: Readonly<Record<string, readonly Readonly<{ start: number; sum: number }>[]>>
}

export type HomeAssistantServer = Readonly<{
  port: number
  /** Types of the requests so far. */
  asked: readonly string[]
  connections: () => number
  setState: (entity: string, state: string) => void
  /** Several changes in one message, as Home Assistant coalesces them. */
  setStates: (states: Readonly<Record<string, string>>) => void
  remove: (entity: string) => void
  /** As it does for a restart: everybody is sent away. */
  restart: () => void
  send: (text: string) => void
  close: () => void
}>

type Client = { isIn: boolean; lastId: number; coalesces: boolean; subscriptions: Map<number, readonly string[]> }

export async function openHomeAssistant(home: HomeAssistantHome): Promise<HomeAssistantServer> {
  const http = createServer((_, reply) => void reply.writeHead(404).end())
  const server = new WebSocketServer({ server: http, path: '/api/websocket' })
  const clients = new Map<WebSocket, Client>()
  const asked: string[] = []
  const atS = Date.parse('2026-06-15T10:00:00Z') / 1000
  const send = (socket: WebSocket, ...messages: readonly object[]): void => {
    const { coalesces } = clients.get(socket) as Client
    if (coalesces && messages.length > 1) socket.send(JSON.stringify(messages))
    else for (const message of messages) socket.send(JSON.stringify(message))
  }
  const shown = (entity: string) => {
    const { state, unit } = home.states.get(entity) as State
    return { s: state, a: unit === undefined ? {} : { unit_of_measurement: unit }, c: 'x', lc: atS }
  }
  const results: Readonly<Record<string, (message: Readonly<Record<string, unknown>>) => unknown>> = {
    'energy/get_prefs': () => home.prefs,
    get_config: () => ({ version: '2026.6.1', ...home.config }),
    'config/auth/list': () => home.users,
    'config/entity_registry/list': () => home.registry,
    'recorder/statistics_during_period': ({ statistic_ids: ids, start_time: from, end_time: to }) =>
      Object.fromEntries(
        (ids as string[]).map((id) => [
          id,
          (home.statistics[id] ?? []).filter(
            ({ start }) => start >= Date.parse(String(from)) && start < Date.parse(String(to)),
          ),
        ]),
      ),
  }
  const answer = (socket: WebSocket, client: Client, message: Readonly<Record<string, unknown>>): void => {
    const { id, type } = message
    if (typeof id !== 'number' || id <= client.lastId) {
      const error = { code: 'id_reuse', message: 'Identifier values have to increase.' }
      send(socket, { id, type: 'result', success: false, error })
      return
    }
    client.lastId = id
    asked.push(String(type))
    const done = { id, type: 'result', success: true, result: null }
    const result = results[String(type)]
    if (type === 'ping') send(socket, { id, type: 'pong' })
    else if (type === 'supported_features') {
      client.coalesces = true
      send(socket, done)
    } else if (type === 'subscribe_entities') {
      const entities = message.entity_ids as string[]
      client.subscriptions.set(id, entities)
      const known = entities.filter((entity) => home.states.has(entity))
      const event = { a: Object.fromEntries(known.map((entity) => [entity, shown(entity)])) }
      send(socket, done, { id, type: 'event', event })
    } else if (result === undefined)
      send(socket, { id, type: 'result', success: false, error: { code: 'unknown_command' } })
    else send(socket, { ...done, result: result(message) })
  }
  server.on('connection', (socket) => {
    const client: Client = { isIn: false, lastId: 0, coalesces: false, subscriptions: new Map() }
    clients.set(socket, client)
    socket.on('close', () => clients.delete(socket))
    socket.on('error', () => {})
    socket.on('message', (bytes) => {
      const message = JSON.parse(String(bytes)) as Record<string, unknown>
      if (client.isIn) answer(socket, client, message)
      else if (message.type === 'auth' && message.access_token === home.token) {
        client.isIn = true
        send(socket, { type: 'auth_ok', ha_version: '2026.6.1' })
      } else {
        send(socket, { type: 'auth_invalid', message: 'Invalid access token or password' })
        socket.close()
      }
    })
    send(socket, { type: 'auth_required', ha_version: '2026.6.1' })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')

  const tellAll = (make: (entities: readonly string[]) => object | undefined): void => {
    for (const [socket, { subscriptions }] of clients)
      for (const [id, entities] of subscriptions) {
        const event = make(entities)
        if (event) send(socket, { id, type: 'event', event })
      }
  }
  const setStates = (states: Readonly<Record<string, string>>): void => {
    for (const [entity, state] of Object.entries(states))
      home.states.set(entity, { ...(home.states.get(entity) as State), state })
    tellAll((entities) => {
      const own = Object.entries(states).filter(([entity]) => entities.includes(entity))
      if (own.length === 0) return undefined
      return { c: Object.fromEntries(own.map(([entity, s]) => [entity, { '+': { s, lu: atS + 1 } }])) }
    })
  }
  return {
    port: (http.address() as AddressInfo).port,
    asked,
    connections: () => clients.size,
    setState: (entity, state) => setStates({ [entity]: state }),
    setStates,
    remove: (entity) => {
      home.states.delete(entity)
      tellAll((entities) => (entities.includes(entity) ? { r: [entity] } : undefined))
    },
    restart: () => {
      for (const socket of clients.keys()) socket.close(1001)
    },
    send: (text) => {
      for (const socket of clients.keys()) socket.send(text)
    },
    close: () => {
      for (const socket of clients.keys()) socket.terminate()
      server.close()
      http.close()
    },
  }
}

const HOUR = 3_600_000
const START = Date.parse('2025-01-01T00:00:00Z')
const rising = (from: number, step: number) =>
  Array.from({ length: 48 }, (_, n) => ({ start: START + n * HOUR, sum: from + (n + 1) * step }))

/** A home with panels, two tariffs and a battery. */
export const createHome = (): HomeAssistantHome => ({
  token: 'long-lived-token',
  config: { location_name: 'Home' },
  users: [],
  prefs: {
    energy_sources: [
      {
        type: 'solar',
        stat_energy_from: 'sensor.pv_total',
        stat_rate: 'sensor.pv_power',
        config_entry_solar_forecast: null,
      },
      {
        type: 'grid',
        flow_from: [
          { stat_energy_from: 'sensor.import_low', stat_cost: null },
          { stat_energy_from: 'sensor.import_high', stat_cost: null },
        ],
        flow_to: [{ stat_energy_to: 'sensor.export' }],
        power: [{ stat_rate: 'sensor.grid_power' }],
        cost_adjustment_day: 0,
      },
      { type: 'battery', stat_energy_from: 'sensor.discharged', stat_energy_to: 'sensor.charged' },
      { type: 'gas', stat_energy_from: 'sensor.gas' },
    ],
    device_consumption: [],
  },
  registry: ['pv_total', 'pv_power', 'import_low', 'import_high', 'export', 'grid_power', 'discharged', 'charged'].map(
    (name) => ({ entity_id: `sensor.${name}`, platform: 'demo', unique_id: `id-${name}` }),
  ),
  states: new Map<string, State>([
    ['sensor.pv_total', { state: '12345.6', unit: 'kWh' }],
    ['sensor.pv_power', { state: '2.5', unit: 'kW' }],
    ['sensor.import_low', { state: '1000', unit: 'kWh' }],
    ['sensor.import_high', { state: '500.5', unit: 'kWh' }],
    ['sensor.export', { state: '2.5', unit: 'MWh' }],
    ['sensor.grid_power', { state: '-1800', unit: 'W' }],
    ['sensor.discharged', { state: '70', unit: 'kWh' }],
    ['sensor.charged', { state: 'unavailable', unit: 'kWh' }],
  ]),
  statistics: {
    'sensor.pv_total': rising(0, 1),
    'sensor.import_low': rising(0, 0.5),
    'sensor.import_high': rising(-6, 0.25).slice(24),
    'sensor.export': rising(0, 0.1),
  },
})
