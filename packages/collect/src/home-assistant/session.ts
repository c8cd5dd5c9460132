import { secureSocket } from '../secure-socket.ts'
import type { Io } from '../way.ts'
import type { HaSettings } from './settings.ts'

const CONNECT_MS = 10_000
const REPLY_MS = 30_000
const PING_MS = 30_000
/** A home with thousands of entities lists them in a few MiB. */
const MOST_BYTES = 16 * 1024 * 1024
const NOTED_BYTES = 1_024

export type HaSession = Readonly<{
  /** @throws Error when the request is refused, not answered, or the connection ends */
  call: (type: string, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown>
  /** Events of a subscription, in their order. */
  subscribe: (
    type: string,
    parameters: Readonly<Record<string, unknown>>,
    onEvent: (event: unknown) => void,
  ) => Promise<void>
  ended: Promise<string>
  close: (reason: string) => void
  fingerprint: () => string | undefined
}>

type Message = Readonly<{
  id?: number
  type?: string
  success?: boolean
  result?: unknown
  event?: unknown
  error?: Readonly<{ message?: unknown }>
}>

/**
 * A signed-in connection to Home Assistant's WebSocket (developers.home-assistant.io/docs/api/websocket). @throws Error 'not
 * allowed' for a token that it does not take
 */
export async function openSession(settings: HaSettings, io: Io): Promise<HaSession> {
  // As with the client of brokers: only where it is used.
  const { WebSocket } = await import('ws')
  const plain = await io.connect({ timeoutMs: CONNECT_MS })
  let { fingerprint } = settings
  const socket = settings.isTls
    ? await secureSocket(plain, {
        fingerprint,
        onCertificate: (shown) => {
          fingerprint = shown
        },
      })
    : plain
  const { remoteAddress = 'home-assistant', remotePort = 8123 } = plain
  const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress
  // The Supervisor hands on to the API of Home Assistant (developers.home-assistant.io/docs/apps/communication).
  const path = settings.isSupervisor ? '/core/websocket' : '/api/websocket'
  const web = new WebSocket(`ws://${host}:${remotePort}${path}`, {
    // Over the connection that was checked: no name is looked up, no redirect followed.
    createConnection: () => socket,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    followRedirects: false,
  })
  let isOpen = true
  let nextId = 1
  let tellEnd: (reason: string) => void = () => {}
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve
  })
  const waiting = new Map<number, Readonly<{ settle: (message: Message | Error) => void }>>()
  const listeners = new Map<number, (event: unknown) => void>()
  let cancelPing = (): void => {}
  const close = (reason: string): void => {
    if (!isOpen) return
    isOpen = false
    cancelPing()
    web.terminate()
    plain.destroy()
    for (const { settle } of waiting.values()) settle(new Error(reason))
    tellEnd(reason)
  }
  const send = (message: Readonly<Record<string, unknown>>): void => {
    if (isOpen && web.readyState === WebSocket.OPEN) web.send(JSON.stringify(message))
  }
  const ask = (type: string, parameters: Readonly<Record<string, unknown>>, id: number): Promise<Message> =>
    new Promise((resolve, reject) => {
      if (!isOpen) return reject(new Error('closed'))
      const atMs = io.clock.now()
      const cancel = io.clock.after(REPLY_MS, () => close('silent'))
      const settle = (message: Message | Error): void => {
        cancel()
        waiting.delete(id)
        const isRefused = !(message instanceof Error) && message.success === false
        io.note({
          atMs,
          about: { kind: 'message', name: type },
          sent: Buffer.from(JSON.stringify({ type, ...parameters }).slice(0, NOTED_BYTES)),
          received: Buffer.from(message instanceof Error ? '' : JSON.stringify(message).slice(0, NOTED_BYTES)),
          outcome: message instanceof Error ? 'ended' : isRefused ? 'refused' : 'answered',
        })
        if (message instanceof Error) reject(message)
        else if (isRefused) reject(new Error(`${type} was refused`))
        else resolve(message)
      }
      waiting.set(id, { settle })
      send({ id, type, ...parameters })
    })
  const take = (message: Message): void => {
    if (message.type === 'event' && typeof message.id === 'number') listeners.get(message.id)?.(message.event)
    else if (typeof message.id === 'number') waiting.get(message.id)?.settle(message)
  }
  const ping = (): void => {
    cancelPing = io.clock.after(PING_MS, () => {
      const id = nextId++
      ask('ping', {}, id).then(ping, () => {})
    })
  }

  const signedIn = new Promise<void>((resolve, reject) => {
    let hasSignedIn = false
    web.on('error', ({ message }) => close(message))
    web.on('close', () => close('closed by Home Assistant'))
    socket.on('close', () => close('closed by Home Assistant'))
    web.on('message', (bytes: Buffer) => {
      let body: unknown
      try {
        body = JSON.parse(bytes.toString('utf8'))
      } catch {
        return close('not understood')
      }
      // With coalesced messages several come as one list.
      for (const message of (Array.isArray(body) ? body : [body]) as Message[]) {
        if (typeof message !== 'object' || message === null) continue
        if (hasSignedIn) take(message)
        else if (message.type === 'auth_required') send({ type: 'auth', access_token: settings.token })
        else if (message.type === 'auth_ok') {
          hasSignedIn = true
          resolve()
        } else if (message.type === 'auth_invalid') close('not allowed')
      }
    })
    void ended.then((reason) => reject(new Error(reason)))
  })
  const cancel = io.clock.after(CONNECT_MS, () => close('silent'))
  await signedIn.finally(cancel)
  const session: HaSession = {
    ended,
    close,
    fingerprint: () => fingerprint,
    call: async (type, parameters = {}) => (await ask(type, parameters, nextId++)).result,
    subscribe: async (type, parameters, onEvent) => {
      const id = nextId++
      // Before the reply: the first event may come together with it.
      listeners.set(id, onEvent)
      await ask(type, parameters, id)
    },
  }
  // Fewer, larger messages where it can; an old one refuses.
  await session.call('supported_features', { features: { coalesce_messages: 1 } }).catch((error: unknown) => {
    if (!isOpen) throw error
  })
  ping()
  return session
}
