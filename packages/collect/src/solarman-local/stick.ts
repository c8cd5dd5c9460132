import type { Answer, Candidate as Found, Pace } from '@heliograph/devices/reads/modbus/dialog.ts'

const NO_TARGET = 0x0b
/** A stick whose device does not answer so many requests has none that is awake. */
const MOST_UNANSWERED = 4

/** A stick asks its device over a serial line, and has its own cloud to serve. */
export const stickPace: Pace = { connectPauseMs: 0, timeoutMs: 5_000, gapMs: 150 }

/**
 * Answers as a search for a device takes them: a stick says the same of a register that its device does not have and of
 * a device that sleeps. @throws Error 'asleep' when nothing was answered at first
 */
export function hearStick(): (answer: Answer) => Answer {
  let unanswered = 0
  let isAnswered = false
  return (answer) => {
    if (answer === undefined || !('exception' in answer) || answer.exception !== NO_TARGET) {
      isAnswered ||= answer !== undefined
      return answer
    }
    if (!isAnswered && ++unanswered >= MOST_UNANSWERED) throw new Error('asleep')
    return { exception: 4 }
  }
}

/** Some families do not name themselves; the number on the stick is then the only one that a person can compare. */
export const withStickSerial = (found: Found, stick: number): Found =>
  found.serial === '' && stick !== 0 ? { ...found, serial: String(stick) } : found
