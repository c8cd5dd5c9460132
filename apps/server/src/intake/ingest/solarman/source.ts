import { createSourceCounters, type OpenSource, type Source } from '../source.ts'
import type { AckClock } from './ack-clock.ts'
import { createForeignPeers, type ForeignPeers } from './foreign-peers.ts'
import { type LoggerServer, startLoggerServer } from './server.ts'
import { defaultServerSettings, type LoggerServerSettings } from './settings.ts'

/** The port to which Solarman loggers push. */
export type SolarmanSource = Source &
  Readonly<{
    /** Where it listens, once it has started. */
    ports: () => Pick<LoggerServer, 'port' | 'tlsPort'> & Readonly<{ publicPort: number }>
    /** Devices that reached the port with another protocol. */
    foreignPeers: Pick<ForeignPeers, 'find' | 'list'>
  }>

/** @param options.ackClock the time sent to loggers; absent: this machine's */
export const openSolarman =
  (
    options: Readonly<{ settings?: Partial<LoggerServerSettings>; ackClock?: Pick<AckClock, 'read' | 'hear'> }> = {},
  ): OpenSource<SolarmanSource> =>
  ({ port, now, log }) => {
    const settings = { ...defaultServerSettings, ...options.settings }
    const { ackClock = { read: now, hear: () => {} } } = options
    const counters = createSourceCounters()
    const foreignPeers = createForeignPeers(now)
    let server: LoggerServer | undefined
    return {
      start: async () => {
        server = await startLoggerServer({ port, settings, counters, foreignPeers, now, ackClock, log })
      },
      close: async () => server?.close(),
      stats: () => counters,
      line: (id) => server?.line(id),
      ports: () => {
        const { port: bound = 0, tlsPort } = server ?? {}
        return { port: bound, tlsPort, publicPort: settings.publicPort ?? bound }
      },
      foreignPeers,
    }
  }
