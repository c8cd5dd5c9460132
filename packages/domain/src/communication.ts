import { HOUR_MS, MINUTE_MS } from './duration.ts'
import type { Interval } from './time.ts'

/** Time in which records are due; whether the sun begins and ends it: there the weather decides within an hour. */
export type DueWindow = Interval & Readonly<{ beginsAtDawn: boolean; endsAtDusk: boolean }>

/** Missing records at the sunny edges of a window are sleep below this. */
const SLEEP_MS = HOUR_MS
/** Records come with seconds of jitter: below one and a half intervals nothing is missing. */
const LEAST_GAP = 1.5

/** A stretch in which records were due and did not come; from the last record (or the window's start) to the next. */
export type RecordGap = Interval & Readonly<{ records: number }>

export type RecordCount = Readonly<{
  /** Received, and those that are missing in a window. */
  expected: number
  received: number
  gaps: readonly RecordGap[]
}>

/**
 * The records of a logger's device in a day: what came, and what is missing by its own interval. Nothing depends on the
 * phase of the records: missing ones are placed evenly between their neighbors, which may lie outside the day.
 * @param options.instants ascending, UTC ms, with the neighbors of the day
 * @param options.untilMs later records cannot be there yet; a record that is due just now is not missing
 * @param options.windows in which records are due, ascending and inside the day
 */
export function countRecords(
  options: Readonly<{
    instants: readonly number[]
    day: Interval
    intervalMs: number
    windows: readonly DueWindow[]
    untilMs: number
  }>,
): RecordCount {
  const { instants, day, intervalMs, windows, untilMs } = options
  const known = instants.filter((atMs) => atMs < untilMs)
  const inside = known.filter((atMs) => atMs >= day.fromMs && atMs < day.toMs)
  const before = known.findLast((atMs) => atMs < day.fromMs)
  const after = known.find((atMs) => atMs >= day.toMs)
  const endMs = Math.min(day.toMs, untilMs)
  // A record that is due just now may still be on its way.
  const lateMs = untilMs < day.toMs ? untilMs - intervalMs / 2 : endMs
  const marks = [...(before === undefined ? [] : [before]), ...inside, ...(after === undefined ? [] : [after])]
  const [first, last] = [marks[0], marks.at(-1)]
  const missing: Missing[] = marks.slice(1).flatMap((toMs, i) => between(marks[i] ?? toMs, toMs, intervalMs))
  // Beyond the outermost records nothing is known: the missing ones follow their phase.
  if (first === undefined || last === undefined)
    missing.push({
      fromMs: day.fromMs,
      toMs: endMs,
      instants: stepsFrom(day.fromMs + intervalMs / 2, lateMs, intervalMs),
    })
  else {
    if (before === undefined) {
      const instants = stepsFrom(intervalMs - first, -day.fromMs + 1, intervalMs).map((atMs) => -atMs)
      missing.push({ fromMs: day.fromMs, toMs: first, instants })
    }
    if (after === undefined)
      missing.push({ fromMs: last, toMs: endMs, instants: stepsFrom(last + intervalMs, lateMs, intervalMs) })
  }
  const gaps = missing
    .flatMap((gap) => windows.flatMap((window) => gapIn(window, gap)))
    .sort((a, b) => a.fromMs - b.fromMs)
  const received = inside.length
  return { expected: received + gaps.reduce((sum, { records }) => sum + records, 0), received, gaps }
}

/** Instants of missing records in a stretch. */
type Missing = Interval & Readonly<{ instants: readonly number[] }>

/** Evenly between two records. */
function between(fromMs: number, toMs: number, intervalMs: number): readonly Missing[] {
  if (toMs - fromMs < LEAST_GAP * intervalMs) return []
  const count = Math.round((toMs - fromMs) / intervalMs) - 1
  const step = (toMs - fromMs) / (count + 1)
  return [{ fromMs, toMs, instants: Array.from({ length: count }, (_, k) => fromMs + (k + 1) * step) }]
}

const stepsFrom = (fromMs: number, toMs: number, stepMs: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.ceil((toMs - fromMs) / stepMs)) }, (_, k) => fromMs + k * stepMs)

/** The part of a gap in a window. */
function gapIn(window: DueWindow, gap: Missing): RecordGap[] {
  const fromMs = Math.max(gap.fromMs, window.fromMs)
  const toMs = Math.min(gap.toMs, window.toMs)
  if (fromMs >= toMs) return []
  const isDawn = window.beginsAtDawn && fromMs === window.fromMs
  const isDusk = window.endsAtDusk && toMs === window.toMs
  if ((isDawn || isDusk) && toMs - fromMs < SLEEP_MS) return []
  const records = gap.instants.filter((atMs) => atMs >= fromMs && atMs < toMs).length
  return records === 0 ? [] : [{ fromMs, toMs, records }]
}

/** Windows without the time in which a person paused the connection; at such an end the sun decides nothing. */
export function withoutPauses(windows: readonly DueWindow[], pauses: readonly Interval[]): readonly DueWindow[] {
  return pauses.reduce<readonly DueWindow[]>(
    (left, pause) =>
      left.flatMap((window) => {
        if (pause.toMs <= window.fromMs || pause.fromMs >= window.toMs) return [window]
        const before: DueWindow = { ...window, toMs: pause.fromMs, endsAtDusk: false }
        const after: DueWindow = { ...window, fromMs: pause.toMs, beginsAtDawn: false }
        return [before, after].filter(({ fromMs, toMs }) => fromMs < toMs)
      }),
    windows,
  )
}

/** server: we were down. power: the logger restarted. device: it spoke, its device did not. link: it did not speak. */
export const gapCauses = ['server', 'power', 'device', 'link', 'unknown'] as const
export type GapCause = (typeof gapCauses)[number]

/** Contacts are kept in steps of this length from the start of the day. */
export const CONTACT_STEP_MS = 5 * MINUTE_MS

/** Evidence beside the records. */
export type GapEvidence = Readonly<{
  /** When this server was not running. */
  outages: readonly Interval[]
  /** When the logger started. */
  boots: readonly number[]
  /**
   * Whether anything at all was heard of it in the step that begins at an instant; undefined: no server was listening
   * then.
   */
  isHeard: (atMs: number) => boolean | undefined
}>

/** A start this long after the gap still explains it: a logger needs a while for its network. */
const START_MS = 10 * MINUTE_MS

/** The likeliest cause of a gap: our own outage before all, then a restart, then who kept silent. */
export function gapCause(gap: Interval, { outages, boots, isHeard }: GapEvidence): GapCause {
  const length = gap.toMs - gap.fromMs
  const ourMs = outages.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, gap.toMs) - Math.max(fromMs, gap.fromMs)),
    0,
  )
  if (ourMs * 2 >= length) return 'server'
  if (boots.some((atMs) => atMs > gap.fromMs && atMs <= gap.toMs + START_MS)) return 'power'
  // The ends of the gap are contacts themselves.
  const steps: (boolean | undefined)[] = []
  for (let atMs = gap.fromMs + CONTACT_STEP_MS; atMs < gap.toMs - CONTACT_STEP_MS; atMs += CONTACT_STEP_MS)
    steps.push(isHeard(atMs))
  const known = steps.filter((heard) => heard !== undefined)
  if (known.length === 0) return 'unknown'
  return known.filter(Boolean).length * 2 >= known.length ? 'device' : 'link'
}

/** Two times of a start are the same start: clocks of loggers are right to some seconds. */
const SAME_BOOT_MS = 2 * MINUTE_MS

/**
 * Starts that are restarts: inside a window, and not the wake-up that the sun causes. @param boots UTC ms, in any order
 */
export function countRestarts(boots: readonly number[], windows: readonly DueWindow[]): number {
  const single = boots
    .toSorted((a, b) => a - b)
    .filter((atMs, i, all) => i === 0 || atMs - (all[i - 1] ?? 0) > SAME_BOOT_MS)
  return single.filter((atMs) =>
    windows.some(({ fromMs, toMs, beginsAtDawn }) => atMs >= fromMs + (beginsAtDawn ? SLEEP_MS : 0) && atMs < toMs),
  ).length
}

/** Received of expected, %; null where nothing was expected. */
export const receivedPercent = (received: number, expected: number): number | null =>
  expected <= 0 ? null : (100 * received) / expected
