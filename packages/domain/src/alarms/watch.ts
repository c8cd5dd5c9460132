import { MINUTE_MS } from '../duration.ts'
import type { AlarmEvidence, AlarmParameters } from './alarm.ts'

/**
 * Outcome of one observation by a rule. unknown: it says nothing (at night, a value is missing), so it neither adds to
 * a run nor ends it. `mark` stays that of the first bad one of a run, and the rule sees it again.
 */
export type Finding =
  | Readonly<{ verdict: 'good' }>
  | Readonly<{ verdict: 'unknown' }>
  | Readonly<{ verdict: 'bad'; parameters?: AlarmParameters; evidence?: AlarmEvidence; mark?: number }>

export const good: Finding = { verdict: 'good' }
export const unknown: Finding = { verdict: 'unknown' }
/** A bad finding with the values that its text names. */
export const bad = (
  parameters: AlarmParameters = {},
  more: Omit<Extract<Finding, { verdict: 'bad' }>, 'verdict'> = {},
) => ({ verdict: 'bad', parameters, ...more }) as const satisfies Finding

/** How long a rule waits before it opens and closes. */
export type Grace = Readonly<{
  /** Bad observations in a run; each stands for a minute at least. */
  samples: number
  /** Time that they span, ms; gaps count up to `mostGapMs` each. */
  forMs: number
  /** Good observations that end it. */
  goodSamples: number
}>

/**
 * Observations that are closer together count for less: what lasts half a minute is no finding, however often it was
 * measured. A little under a minute, because records of every minute come with seconds of jitter.
 */
const LEAST_STEP_MS = 50_000
const spanOf = (count: number): number => Math.max(0, count - 1) * LEAST_STEP_MS

export const ordinaryGrace: Grace = { samples: 3, forMs: 0, goodSamples: 3 }

/** Where one rule is at one target; absent: all is well. */
export type Watch = Readonly<{
  sinceMs: number
  lastBadMs: number
  count: number
  heldMs: number
  goodCount: number
  goodSinceMs: number
  isOpen: boolean
  mark: number | null
}>

export type WatchChange =
  | Readonly<{ kind: 'open'; openedAtMs: number; parameters: AlarmParameters; evidence: AlarmEvidence }>
  | Readonly<{ kind: 'close'; atMs: number }>
  /** The open alarm still holds. */
  | Readonly<{ kind: 'seen'; atMs: number }>

/** An open alarm is seen again at most this often: no row is written for each sample. */
export const SEEN_MS = 15 * MINUTE_MS

export type Advanced = Readonly<{ watch: Watch | undefined; change: WatchChange | undefined }>

/**
 * One step of a rule at a target. The same observations in their order give the same steps, however they are divided.
 * @param mostGapMs a longer silence between two observations counts as this long
 */
export function advance(
  grace: Grace,
  watch: Watch | undefined,
  finding: Finding,
  atMs: number,
  mostGapMs: number,
): Advanced {
  if (finding.verdict === 'good') return recover(grace, watch, atMs)
  if (finding.verdict !== 'bad') return { watch, change: undefined }
  const isSeen = watch?.isOpen === true && atMs - watch.lastBadMs >= SEEN_MS
  // An open alarm goes on without a change.
  if (watch?.isOpen && watch.goodCount === 0 && !isSeen) return { watch, change: undefined }
  const { parameters = {}, evidence = {}, mark = null } = finding
  const run: Watch = watch ?? {
    sinceMs: atMs,
    lastBadMs: atMs,
    count: 0,
    heldMs: 0,
    goodCount: 0,
    goodSinceMs: 0,
    isOpen: false,
    mark,
  }
  const next: Watch = {
    ...run,
    lastBadMs: atMs,
    count: run.count + 1,
    heldMs: run.heldMs + Math.min(atMs - run.lastBadMs, mostGapMs),
    goodCount: 0,
    goodSinceMs: 0,
  }
  if (run.isOpen) return { watch: next, change: isSeen ? { kind: 'seen', atMs } : undefined }
  const leastMs = Math.max(grace.forMs, spanOf(grace.samples))
  if (next.count < grace.samples || next.heldMs < leastMs) return { watch: next, change: undefined }
  return {
    watch: { ...next, isOpen: true },
    change: { kind: 'open', openedAtMs: next.sinceMs, parameters, evidence },
  }
}

function recover(grace: Grace, watch: Watch | undefined, atMs: number): Advanced {
  if (watch === undefined || !watch.isOpen) return { watch: undefined, change: undefined }
  const goodCount = watch.goodCount + 1
  const goodSinceMs = watch.goodCount === 0 ? atMs : watch.goodSinceMs
  if (goodCount >= grace.goodSamples && atMs - goodSinceMs >= spanOf(grace.goodSamples))
    return { watch: undefined, change: { kind: 'close', atMs: goodSinceMs } }
  return { watch: { ...watch, goodCount, goodSinceMs }, change: undefined }
}
