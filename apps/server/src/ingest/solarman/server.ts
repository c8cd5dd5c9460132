import { createServer, type Socket } from 'node:net'
import type { Log } from '../../db/log.ts'
import type { Counters } from '../counters.ts'
import type { ForeignPeers } from '../foreign-peers.ts'
import type { Port } from '../port.ts'
import type { LoggerServerSettings } from '../settings.ts'
import { createLineLimit } from './line-limit.ts'
import { createSerialBook } from './serial-book.ts'
import { LoggerSession, type SessionContext } from './session.ts'
import { createSlots } from './slots.ts'

export type LoggerServer = Readonly<{
  port: number
  /** Accepts and reads no more; resolves when everything in progress is answered and every connection is closed. */
  close: () => Promise<void>
}>

export type LoggerServerOptions = Readonly<{
  port: Port
  settings: LoggerServerSettings
  ackOffset: boolean
  counters: Counters
  foreignPeers: Pick<ForeignPeers, 'note'>
  now: () => number
  log: Log
}>

/** Listens for loggers that push Solarman V5 frames (protocols.md 1 and 2). */
export async function startLoggerServer(options: LoggerServerOptions): Promise<LoggerServer> {
  const { settings, counters, log } = options
  const mayLog = createLineLimit(options.now)
  const book = createSerialBook<LoggerSession>(
    settings,
    () => performance.now(),
    (session) => session.isProven,
  )
  const context: SessionContext = { ...options, book, mayLog }
  const sessions = new Map<Socket, LoggerSession>()
  const slots = createSlots(settings)

  const onConnection = (socket: Socket): void => {
    const address = socket.remoteAddress ?? ''
    socket.on('error', () => {})
    const slot = slots.enter(address, (why) => {
      counters.connectionsDropped += 1
      sessions.get(socket)?.giveWay(why)
    })
    if (typeof slot === 'string') {
      counters.connectionsRefused += 1
      if (mayLog(address)) log.warn({ address, connections: sessions.size }, slot)
      socket.destroy()
      return
    }
    counters.connections += 1
    counters.connectionsEver += 1
    sessions.set(socket, new LoggerSession(socket, address, slot, context))
    socket.on('close', () => {
      slot.leave()
      sessions.delete(socket)
      counters.connections -= 1
    })
  }

  const server = createServer({ noDelay: true }, onConnection)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: settings.port, host: settings.host, backlog: 1024 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', (error) => log.error({ reason: error.message }, 'the logger server failed to accept a connection'))
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : settings.port
  log.info({ host: settings.host, port }, 'listening for loggers')
  let closing: Promise<void> | undefined
  return {
    port,
    close: () => {
      closing ??= new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const session of [...sessions.values()]) session.leave()
      })
      return closing
    },
  }
}
