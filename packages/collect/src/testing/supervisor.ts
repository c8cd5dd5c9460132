/**
 * Home Assistant's Supervisor as an add-on sees it, for tests: its sign-in, the services, and the way to the API of Home
 * Assistant (developers.home-assistant.io/docs/apps/communication, /docs/api/supervisor/endpoints).
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

export type MqttService = Readonly<{
  addon: string
  host: string
  port: number
  ssl: boolean
  username?: string
  password?: string
  protocol: string
}>

export type SupervisorSettings = {
  /** Of the add-on; another one at each of its starts. */
  token: string
  /** Missing: no broker is installed. */
  mqtt?: MqttService | undefined
  /** The WebSocket of Home Assistant and the token with which it lets the Supervisor in. */
  core: Readonly<{ port: number; token: string }>
}

export type StandInSupervisor = Readonly<{
  port: number
  /** Requests so far: method, path and status. */
  asked: readonly string[]
  close: () => void
}>

/** Commands that Home Assistant would carry out with the Supervisor's own rights. */
const isDenied = (type: unknown): boolean => typeof type === 'string' && /^(?:supervisor|hassio)\//.test(type)

export async function openSupervisor(settings: SupervisorSettings): Promise<StandInSupervisor> {
  const asked: string[] = []
  const tokenOf = ({ headers }: IncomingMessage): string | undefined =>
    (headers['x-supervisor-token'] as string | undefined) ?? headers.authorization?.split(' ').at(-1)
  const answerOf = (request: IncomingMessage): readonly [status: number, body: unknown] => {
    const token = tokenOf(request)
    if (token === undefined) return [401, '401: Unauthorized']
    if (token !== settings.token) return [403, '403: Forbidden']
    if (request.url !== '/services/mqtt') return [404, '404: Not Found']
    return settings.mqtt
      ? [200, { result: 'ok', data: settings.mqtt }]
      : [400, { result: 'error', message: 'Service not enabled' }]
  }
  const http = createServer((request, reply) => {
    const [status, body] = answerOf(request)
    asked.push(`${request.method} ${request.url} ${status}`)
    const isText = typeof body === 'string'
    reply
      .writeHead(status, { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8' })
      .end(isText ? body : JSON.stringify(body))
  })
  const server = new WebSocketServer({ server: http, path: '/core/websocket' })
  const sockets = new Set<WebSocket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const say = (message: object): void => socket.send(JSON.stringify(message))
    const letIn = (): void => {
      const core = new WebSocket(`ws://127.0.0.1:${settings.core.port}/api/websocket`)
      sockets.add(core)
      core.on('error', () => socket.terminate())
      core.on('close', () => socket.terminate())
      socket.on('close', () => core.terminate())
      socket.on('message', (bytes) => {
        const message = JSON.parse(String(bytes)) as Readonly<{ id?: number; type?: unknown }>
        if (!isDenied(message.type)) core.send(String(bytes))
        else say({ id: message.id, type: 'result', success: false, error: { code: 'unauthorized' } })
      })
      core.on('message', (bytes) => {
        const message = JSON.parse(String(bytes)) as Readonly<{ type?: unknown }>
        if (message.type === 'auth_required')
          core.send(JSON.stringify({ type: 'auth', access_token: settings.core.token }))
        else if (message.type === 'auth_ok') say({ type: 'auth_ok', ha_version: '2026.6.1' })
        else socket.send(String(bytes))
      })
    }
    socket.once('message', (bytes) => {
      const { access_token: token } = JSON.parse(String(bytes)) as Readonly<{ access_token?: unknown }>
      asked.push(`websocket ${token === settings.token ? 'in' : 'refused'}`)
      if (token === settings.token) return letIn()
      say({ type: 'auth_invalid', message: 'Invalid access' })
      socket.close()
    })
    say({ type: 'auth_required', ha_version: '2026.6.1' })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    port: (http.address() as AddressInfo).port,
    asked,
    close: () => {
      for (const socket of sockets) socket.terminate()
      server.close()
      http.closeAllConnections()
      http.close()
    },
  }
}
