import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Home, Served } from '../sites/home.ts'
import { energyPrefs, registry, statesOf, unitOf } from './home-assistant-entities.ts'
import { createStatistics } from './home-assistant-statistics.ts'

const EVERY_MS = 10_000
const VERSION = '2026.11.3'

type Message = Readonly<Record<string, unknown>>
type Client = { isIn: boolean; lastId: number; coalesces: boolean; subscriptions: Map<number, readonly string[]> }

/**
 * Home Assistant's WebSocket: sign-in, rising ids, energy settings, entities as they change, and statistics by hours.
 * @throws Error of the system when the port is taken
 */
export async function serveHomeAssistant(port: number, home: Home, token: string): Promise<Served> {
  const { momentAt, now, model } = home
  const http = createServer((_, reply) => void reply.writeHead(404).end())
  const server = new WebSocketServer({ server: http, path: '/api/websocket' })
  const clients = new Map<WebSocket, Client>()
  const statistics = createStatistics(home)
  let states: Readonly<Record<string, string>> = {}

  const send = (socket: WebSocket, ...messages: readonly object[]): void => {
    if (clients.get(socket)?.coalesces && messages.length > 1) socket.send(JSON.stringify(messages))
    else for (const message of messages) socket.send(JSON.stringify(message))
  }
  const results: Readonly<Record<string, (message: Message) => unknown>> = {
    'energy/get_prefs': () => energyPrefs,
    get_config: () => ({
      version: VERSION,
      location_name: model.spec.name,
      time_zone: model.spec.zone,
      state: 'RUNNING',
    }),
    'config/entity_registry/list': () => registry,
    'recorder/statistics_during_period': ({ statistic_ids: ids, start_time: from, end_time: to }) =>
      statistics(ids as readonly string[], Date.parse(String(from)), to === undefined ? now() : Date.parse(String(to))),
  }
  const subscribe = (socket: WebSocket, client: Client, id: number, entities: readonly string[]): void => {
    client.subscriptions.set(id, entities)
    const atS = now() / 1000
    const known = entities.filter((entity) => states[entity] !== undefined)
    const shown = known.map((entity) => [
      entity,
      { s: states[entity], a: { unit_of_measurement: unitOf(entity) }, c: '01', lc: atS },
    ])
    const done = { id, type: 'result', success: true, result: null }
    send(socket, done, { id, type: 'event', event: { a: Object.fromEntries(shown) } })
  }
  const answer = (socket: WebSocket, client: Client, message: Message): void => {
    const { id, type } = message
    const refuse = (code: string): void => send(socket, { id, type: 'result', success: false, error: { code } })
    if (typeof id !== 'number' || id <= client.lastId) {
      refuse('id_reuse')
      return
    }
    client.lastId = id
    const result = results[String(type)]
    if (type === 'ping') send(socket, { id, type: 'pong' })
    else if (type === 'subscribe_entities') subscribe(socket, client, id, message.entity_ids as readonly string[])
    else if (type === 'supported_features') {
      client.coalesces = true
      send(socket, { id, type: 'result', success: true, result: null })
    } else if (result === undefined) refuse('unknown_command')
    else send(socket, { id, type: 'result', success: true, result: result(message) })
  }
  server.on('connection', (socket) => {
    const client: Client = { isIn: false, lastId: 0, coalesces: false, subscriptions: new Map() }
    clients.set(socket, client)
    socket.on('close', () => clients.delete(socket))
    socket.on('error', () => {})
    socket.on('message', (bytes) => {
      const message = JSON.parse(String(bytes)) as Message
      if (client.isIn) {
        answer(socket, client, message)
        return
      }
      client.isIn = message.type === 'auth' && message.access_token === token
      if (client.isIn) send(socket, { type: 'auth_ok', ha_version: VERSION })
      else {
        send(socket, { type: 'auth_invalid', message: 'Invalid access token or password' })
        socket.close()
      }
    })
    send(socket, { type: 'auth_required', ha_version: VERSION })
  })
  const tick = (): void => {
    const moment = momentAt(now())
    if (moment === undefined) return
    const before = states
    states = statesOf(home, moment)
    const changed = Object.keys(states).filter((entity) => states[entity] !== before[entity])
    for (const [socket, { subscriptions }] of clients)
      for (const [id, entities] of subscriptions) {
        const own = changed.filter((entity) => entities.includes(entity))
        if (own.length === 0) continue
        const event = Object.fromEntries(
          own.map((entity) => [entity, { '+': { s: states[entity], lu: now() / 1000 } }]),
        )
        send(socket, { id, type: 'event', event: { c: event } })
      }
  }
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  tick()
  const clock = setInterval(tick, EVERY_MS)
  return {
    port: (http.address() as { port: number }).port,
    stop: async () => {
      clearInterval(clock)
      for (const socket of clients.keys()) socket.terminate()
      server.close()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
