import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { toSource } from '../../../fleet/loggers/source.ts'
import type { Log } from '../../../platform/db/log.ts'
import type { Port } from '../port.ts'
import type { FindLine, Source, SourceCounters } from '../source.ts'
import type { AckClock } from './ack-clock.ts'
import type { ForeignPeers } from './foreign-peers.ts'
import { createConnectCloud } from './forward/connect-cloud.ts'
import type { ForwardBook } from './forward/forward-book.ts'
import { Relay } from './forward/relay.ts'
import { createLineLimit } from './line-limit.ts'
import { readOpenFileLimit } from './open-files.ts'
import { type ProxyProtocol, takeProxyHeader } from './proxied-line.ts'
import { WIRE_ID } from './record.ts'
import { createSerialBook } from './serial-book.ts'
import { LoggerSession, type SessionContext } from './session.ts'
import type { LoggerServerSettings } from './settings.ts'
import { createSlots } from './slots.ts'

export type LoggerServer = Readonly<{
  port: number
  /** Of the encrypted listener, if there is one. */
  tlsPort: number | undefined
  line: FindLine
  close: Source['close']
}>

export type LoggerServerOptions = Readonly<{
  port: Port
  settings: LoggerServerSettings
  counters: SourceCounters
  foreignPeers: Pick<ForeignPeers, 'note'>
  forwards: Pick<ForwardBook, 'find' | 'onChanged'>
  now: () => number
  /** The time sent to loggers. */
  ackClock: Pick<AckClock, 'read' | 'hear'>
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
  const { forwards, now } = options
  const connectCloud = createConnectCloud(settings.forward)
  const context: SessionContext = {
    ...options,
    book,
    mayLog,
    findForward: forwards.find,
    openRelay: (forward, stick) => new Relay({ forward, stick, connectCloud, limits: settings.forward, now }),
  }
  forwards.onChanged((source) => {
    const { wire, address } = toSource(source)
    if (wire !== WIRE_ID) return
    for (const session of book.list(Number(address))) session.onForwardChanged(forwards.find(source))
  })
  const sessions = new Map<Socket, LoggerSession>()
  const slots = createSlots({ ...settings, openFileLimit: readOpenFileLimit() })

  /** Connections whose proxy has not yet said for whom it speaks. */
  const unnamed = new Set<Socket>()
  const onProxied = (line: Socket, proxyProtocol: ProxyProtocol, secure: (line: Socket) => Socket): void => {
    const peer = settings.addressOf(line)
    if (unnamed.size >= settings.maxConnections) {
      line.destroy()
      return
    }
    unnamed.add(line)
    line.once('close', () => unnamed.delete(line))
    takeProxyHeader(line, proxyProtocol, {
      onNamed: (address) => {
        unnamed.delete(line)
        onConnection(line, address ?? peer, secure)
        // An encrypted one is read by its wrapper.
        if (sessions.has(line)) line.resume()
      },
      onRefused: (why) => {
        counters.connectionsRefused += 1
        if (mayLog(peer)) log.warn({ address: peer }, why)
      },
    })
  }

  const onConnection = (line: Socket, address: string, secure: (line: Socket) => Socket): void => {
    line.on('error', () => {})
    if (settings.proxyProtocol === undefined && settings.isProxy?.(address)) counters.unnamed += 1
    let socket = line
    const slot = slots.enter(address, (why) => {
      counters.connectionsDropped += 1
      sessions.get(socket)?.giveWay(why)
    })
    if (typeof slot === 'string') {
      counters.connectionsRefused += 1
      if (mayLog(address)) log.warn({ address, connections: sessions.size }, slot)
      line.destroy()
      return
    }
    // The handshake takes place in a slot too, and within the time of the first frame.
    socket = secure(line)
    counters.connections += 1
    counters.connectionsEver += 1
    sessions.set(socket, new LoggerSession(socket, address, slot, context))
    socket.on('close', () => {
      slot.leave()
      sessions.delete(socket)
      counters.connections -= 1
    })
  }

  const open = async (wanted: number, secure: (line: Socket) => Socket, what: string): Promise<[Server, number]> => {
    const server = createServer({ noDelay: true }, (line) =>
      settings.proxyProtocol
        ? onProxied(line, settings.proxyProtocol, secure)
        : onConnection(line, settings.addressOf(line), secure),
    )
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port: wanted, host: settings.host, backlog: 1024 }, () => {
        server.off('error', reject)
        resolve()
      })
    })
    server.on('error', (error) => log.error({ reason: error.message }, `${what} failed to accept a connection`))
    const bound = server.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : wanted
    log.info({ host: settings.host, port }, `${what} listens`)
    return [server, port]
  }
  const { tls } = settings
  const [plain, port] = await open(settings.port, (line) => line, 'the logger port')
  const servers = [plain]
  let tlsPort: number | undefined
  if (tls) {
    const wrap = (line: Socket): Socket => new TLSSocket(line, { isServer: true, secureContext: tls.context() })
    const [secure, bound] = await open(tls.port, wrap, 'the encrypted logger port').catch((error: unknown) => {
      plain.close()
      throw error
    })
    servers.push(secure)
    tlsPort = bound
  }
  let closing: Promise<void> | undefined
  return {
    port,
    tlsPort,
    line: (id) => {
      const { wire, address } = toSource(id)
      return wire === WIRE_ID ? book.find(Number(address))?.line : undefined
    },
    close: () => {
      const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
      for (const line of unnamed) line.destroy()
      for (const session of [...sessions.values()]) session.leave()
      closing ??= Promise.all(closed).then(() => undefined)
      return closing
    },
  }
}
