import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'

/**
 * The time that acknowledgments carry. An acknowledgment cannot leave it out, and each one sets the logger's clock:
 * while this server's clock is in doubt it carries the time as it would be without the jump.
 */
export type AckClock = Readonly<{
  /** UTC ms. */
  read: () => number
  /**
   * The time of a proven logger's own clock in a frame that it has just taken: it shows which of two clocks is right.
   */
  hear: (loggerMs: number) => void
  isDoubted: () => boolean
}>

/** Between two looks at the clock it is corrected by less. */
const JUMP_MS = MINUTE_MS
const AGREES_MS = 5 * MINUTE_MS
/** Loggers were heard at this server's own time, so a start before that is a start with a wrong clock. */
const BEHIND_MS = 10 * MINUTE_MS
/** A clock that ran on without another jump is believed then: its operator has been notified for a day. */
const BELIEVED_MS = DAY_MS

export type ClockDoubt = Readonly<{ wallMs: number; expectedMs: number }>

/**
 * @param options.steadyMs a clock that is never set and that goes on while the machine sleeps
 * @param options.newestMs when the last logger was heard before the start
 * @param options.onDoubt called when a doubt begins, and with undefined when it is over
 */
export function createAckClock(
  options: Readonly<{
    now: () => number
    steadyMs: () => number
    newestMs: number | undefined
    onDoubt: (doubt: ClockDoubt | undefined) => void
  }>,
): AckClock {
  const { now, steadyMs, newestMs = Number.NEGATIVE_INFINITY, onDoubt } = options
  /** The wall clock is `offsetMs` ahead of the steady one, as far as it is believed. */
  let offsetMs = Math.max(now(), newestMs) - steadyMs()
  /** Lead of the wall clock since it is in doubt. */
  let doubted: Readonly<{ offsetMs: number; sinceMs: number }> | undefined

  const believe = (wallMs: number, steady: number): void => {
    offsetMs = wallMs - steady
    if (doubted === undefined) return
    doubted = undefined
    onDoubt(undefined)
  }
  const read = (): number => {
    const [wallMs, steady] = [now(), steadyMs()]
    const expectedMs = steady + offsetMs
    const limitMs = doubted === undefined && newestMs > wallMs ? BEHIND_MS : JUMP_MS
    if (Math.abs(wallMs - expectedMs) <= limitMs) {
      believe(wallMs, steady)
      return wallMs
    }
    const isNew = doubted === undefined
    // Each further jump begins the waiting anew.
    if (doubted === undefined || Math.abs(wallMs - steady - doubted.offsetMs) > JUMP_MS)
      doubted = { offsetMs: wallMs - steady, sinceMs: steady }
    if (isNew) onDoubt({ wallMs, expectedMs })
    if (steady - doubted.sinceMs < BELIEVED_MS) return expectedMs
    believe(wallMs, steady)
    return wallMs
  }
  return {
    read,
    hear: (loggerMs) => {
      const [expectedMs, wallMs] = [read(), now()]
      if (doubted === undefined || Math.abs(loggerMs - expectedMs) <= AGREES_MS) return
      if (Math.abs(loggerMs - wallMs) <= AGREES_MS) believe(wallMs, steadyMs())
    },
    isDoubted: () => {
      read()
      return doubted !== undefined
    },
  }
}
