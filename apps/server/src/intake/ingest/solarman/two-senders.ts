import { MINUTE_MS } from '@heliograph/domain/duration.ts'

/** No frame waits this long to be read, however busy the server is. */
const LONGEST_LAG_MS = 15 * MINUTE_MS
const tellEveryMs = MINUTE_MS

/** Evidence that a frame gives about its connection. */
export type Sign = Readonly<{
  atMs: number
  /** It was opened last of its serial's connections. */
  isNewest: boolean
  /** The round in which the acknowledgment was sent whose receipt the frame confirms; undefined: it confirms none. */
  receiptOf: number | undefined
}>

/**
 * Whether two connections of one serial both lead to a logger. A logger that gave up a connection and opened another
 * has left frames in the first, which a busy server reads late: only what answers the server shows that the logger is
 * still there, and only if it was sent since the newest connection was opened (a round).
 */
export class TwoSenders {
  #round = 0
  #sinceMs = Number.NEGATIVE_INFINITY
  #isOlderAlive = false
  #toldMs = Number.NEGATIVE_INFINITY

  get round(): number {
    return this.#round
  }

  /** A connection was opened. */
  open(atMs: number): void {
    this.#round += 1
    this.#sinceMs = atMs
    this.#isOlderAlive = false
  }

  /** A connection was closed. */
  close(): void {
    this.#isOlderAlive = false
  }

  /** @returns whether to report two senders: an older connection is alive, and after it the newest. Once a minute. */
  note({ atMs, isNewest, receiptOf }: Sign): boolean {
    const isAlive = receiptOf === this.#round || atMs - this.#sinceMs >= LONGEST_LAG_MS
    if (!isAlive) return false
    const areTwo = isNewest && this.#isOlderAlive
    this.#isOlderAlive = !isNewest
    if (!areTwo || Math.abs(atMs - this.#toldMs) < tellEveryMs) return false
    this.#toldMs = atMs
    return true
  }
}
