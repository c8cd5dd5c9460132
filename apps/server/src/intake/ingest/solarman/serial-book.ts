import { createRecentMap } from '../../../platform/db/recent-map.ts'
import { createBudget } from '../budget.ts'
import { TwoSenders } from './two-senders.ts'

/**
 * The state shared by connections of one serial. It outlives them: the acknowledgment counter continues across
 * reconnects, as the vendor's does.
 */
export type SerialEntry<Session> = {
  readonly sessions: Set<Session>
  /** The connection opened last. */
  newest: Session | undefined
  /** Byte A of the last acknowledgment sent; undefined: none yet. */
  sequence: number | undefined
  readonly senders: TwoSenders
  readonly budget: ReturnType<typeof createBudget>
}

export type SerialBook<Session> = Readonly<{
  /** Adds a connection. @returns its entry, and the connection to drop if there are too many */
  join: (serial: number, session: Session) => Readonly<{ entry: SerialEntry<Session>; surplus: Session | undefined }>
  leave: (serial: number, session: Session) => void
  /** The connection of the logger itself that was opened last. */
  find: (serial: number) => Session | undefined
  /** Every connection of a serial. */
  list: (serial: number) => readonly Session[]
  size: () => number
}>

/** Serials without a connection of which the counter is still known; connected ones are counted by their connections. */
const IDLE_LIMIT = 20_000

export function createSerialBook<Session>(
  limits: Readonly<{ maxConnectionsPerSerial: number; framesPerMinute: number }>,
  clockMs: () => number,
  isProven: (session: Session) => boolean = () => false,
): SerialBook<Session> {
  /** Each has a connection. */
  const entries = new Map<number, SerialEntry<Session>>()
  const idle = createRecentMap<number, SerialEntry<Session>>(IDLE_LIMIT)
  return {
    join: (serial, session) => {
      const entry = entries.get(serial) ??
        idle.take(serial) ?? {
          sessions: new Set<Session>(),
          newest: undefined,
          sequence: undefined,
          senders: new TwoSenders(),
          budget: createBudget(limits.framesPerMinute, clockMs),
        }
      entries.set(serial, entry)
      entry.sessions.add(session)
      entry.newest = session
      // Strangers go first, then the oldest: after a reconnect, it is the dead one.
      const others = [...entry.sessions].filter((item) => item !== session)
      const surplus = others.find((other) => !isProven(other)) ?? others[0]
      return { entry, surplus: entry.sessions.size > limits.maxConnectionsPerSerial ? surplus : undefined }
    },
    leave: (serial, session) => {
      const entry = entries.get(serial)
      if (entry === undefined) return
      entry.sessions.delete(session)
      entry.senders.close()
      if (entry.newest === session) entry.newest = [...entry.sessions].at(-1)
      if (entry.sessions.size > 0) return
      entries.delete(serial)
      idle.set(serial, entry)
    },
    find: (serial) => [...(entries.get(serial)?.sessions ?? [])].filter(isProven).at(-1),
    list: (serial) => [...(entries.get(serial)?.sessions ?? [])],
    size: () => entries.size + idle.size(),
  }
}
