import { createSourceCounters, type OpenSource, type Source } from '../source.ts'
import type { AckClock } from './ack-clock.ts'
import { createForeignPeers, type ForeignPeers } from './foreign-peers.ts'
import { createForwardBook } from './forward/forward-book.ts'
import { type LoggerServer, startLoggerServer } from './server.ts'
import { defaultServerSettings, type LoggerServerSettings } from './settings.ts'

/** The port to which Solarman loggers push. */
export type SolarmanSource = Source &
  Readonly<{
    /** Where it listens, once it has started. */
    ports: () => Pick<LoggerServer, 'port' | 'tlsPort'> & Readonly<{ publicPort: number }>
    /** Devices that reached the port with another protocol. */
    foreignPeers: Pick<ForeignPeers, 'find' | 'list'>
    /** Stores what was counted of the streams that are forwarded. */
    flushForwards: () => Promise<void>
  }>

/** @param options.ackClock the time sent to loggers; absent: this machine's */
export const openSolarman =
  (
    options: Readonly<{ settings?: Partial<LoggerServerSettings>; ackClock?: Pick<AckClock, 'read' | 'hear'> }> = {},
  ): OpenSource<SolarmanSource> =>
  ({ db, port, now, log }) => {
    const settings = { ...defaultServerSettings, ...options.settings }
    const { ackClock = { read: now, hear: () => {} } } = options
    const counters = createSourceCounters()
    const foreignPeers = createForeignPeers(now)
    const forwards = createForwardBook({ db, clouds: settings.clouds, log })
    let server: LoggerServer | undefined
    return {
      start: async () => {
        await forwards.start()
        server = await startLoggerServer({ port, settings, counters, foreignPeers, forwards, now, ackClock, log })
      },
      close: async () => {
        await server?.close()
        await forwards.close()
      },
      stats: () => counters,
      line: (id) => server?.line(id),
      ports: () => {
        const { port: bound = 0, tlsPort } = server ?? {}
        return { port: bound, tlsPort, publicPort: settings.publicPort ?? bound }
      },
      foreignPeers,
      flushForwards: forwards.flush,
    }
  }
