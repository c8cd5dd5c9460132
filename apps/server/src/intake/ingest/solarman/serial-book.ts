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

const IDLE_LIMIT = 20_000

export function createSerialBook<Session>(
  limits: Readonly<{ maxConnectionsPerSerial: number; framesPerMinute: number }>,
  clockMs: () => number,
  isProven: (session: Session) => boolean = () => false,
): SerialBook<Session> {
  const entries = new Map<number, SerialEntry<Session>>()
  const prune = (): void => {
    for (const [serial, { sessions }] of entries) {
      if (entries.size <= IDLE_LIMIT / 2) return
      if (sessions.size === 0) entries.delete(serial)
    }
  }
  return {
    join: (serial, session) => {
      if (entries.size >= IDLE_LIMIT && !entries.has(serial)) prune()
      const entry = entries.get(serial) ?? {
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
      entry?.sessions.delete(session)
      entry?.senders.close()
      if (entry?.newest === session) entry.newest = [...entry.sessions].at(-1)
    },
    find: (serial) => [...(entries.get(serial)?.sessions ?? [])].filter(isProven).at(-1),
    list: (serial) => [...(entries.get(serial)?.sessions ?? [])],
    size: () => entries.size,
  }
}
