import { getMedian } from './clear-slots.ts'
import type { PastDay } from './past-days.ts'

/** Days back in which a decline is looked for. */
export const DIRT_DAYS = 90
/** And a lasting step, so that a fault of months is still compared with the time before it. */
export const STEP_DAYS = 240
const LEAST_DAYS = 10
const LEAST_SPAN = 20
/** A decline of this share of the level; less is season and haze. */
const LEAST_DROP = 0.06
/** Per day: slower declines are seasons. */
const LEAST_SLOPE = 0.0018
/** Share of the pairs of days that fall. */
const LEAST_FALLING = 0.8
/** A rise over two days of this share is a cleaning; a fall of that one a fault. */
const RECOVERY = 0.04
const STEP = 0.15
const MOST_LEVELS = 45
/** A step lasts from so many days on. */
const LASTING = 3
/** Days before it that show what was usual. */
const BEFORE = 10
/** Of the days after it so many lie below: a rise for a day or two is noise of the light. */
const MOST_BELOW = 0.85
/** A day of a step lacks at most so much more than its days usually do: else it has another cause as well. */
const OWN_SPREAD = 1.3

type Level = Pick<PastDay, 'day' | 'level'>

/** A decline or a step of the plant's level. `lost`: share of what the plant could deliver before. */
export type Decline = Readonly<{
  kind: 'soiling' | 'part-outage'
  lost: number
  /** Days since 1970, plant-local, of its start. */
  since: number
  /** An earlier decline ended with a recovery: rain washed it away, so it was dirt. */
  isConfirmed: boolean
}>

/**
 * Judges the last day of a history of comparable days: a slow decline since the last recovery is dirt, a lasting step
 * down is a part of the modules that gives nothing. null: neither, or too few days.
 */
export function findDecline(levels: readonly Level[]): Decline | null {
  const step = findStep(levels)
  if (step !== null) return step
  const last = levels.at(-1)?.day ?? 0
  const recent = levels.filter(({ day }) => day > last - DIRT_DAYS)
  const { since, recoveries } = findLastRecovery(recent)
  return findSlope(recent.slice(since), recoveries > 0)
}

/** The index of the first day after the last cleaning. */
function findLastRecovery(levels: readonly Level[]): Readonly<{ since: number; recoveries: number }> {
  let since = 0
  let recoveries = 0
  for (let at = 3; at < levels.length; at++) {
    const before = medianOf(levels.slice(Math.max(since, at - 3), at))
    const after = medianOf(levels.slice(at, at + 3))
    const rises = (levels[at]?.level ?? 0) > before * (1 + RECOVERY) && after > before * (1 + RECOVERY)
    if (!rises || at - since < 3) continue
    if (findSlope(levels.slice(since, at), false) !== null) recoveries++
    since = at
  }
  return { since, recoveries }
}

/** The last lasting fall from one day to the next that still holds. */
function findStep(levels: readonly Level[]): Decline | null {
  const last = levels.at(-1)
  if (last === undefined) return null
  for (let at = levels.length - LASTING; at >= 3; at--) {
    const before = levels.slice(Math.max(0, at - BEFORE), at)
    const was = medianOf(before)
    const isBelow = ({ level }: Level): boolean => level < was * (1 - STEP * 0.8)
    const [first, second] = [levels[at - 1], levels[at]]
    if (first === undefined || second === undefined || isBelow(first) || !isBelow(second) || !isBelow(last)) continue
    const after = levels.slice(at)
    const is = medianOf(after)
    const isLevel = share(before, ({ level }) => level > was * (1 - STEP * 0.6)) >= 0.8
    // It began at once, it lasts, and it has not ended.
    const isStep = [after.slice(0, LASTING), after, after.slice(-LASTING)].every(
      (some) => medianOf(some) < was * (1 - STEP),
    )
    if (!isLevel || !isStep || share(after, isBelow) < MOST_BELOW) continue
    const lost = Math.min(1 - last.level / was, (1 - is / was) * OWN_SPREAD)
    return { kind: 'part-outage', lost, since: second.day, isConfirmed: false }
  }
  return null
}

const share = (levels: readonly Level[], is: (level: Level) => boolean): number =>
  levels.filter(is).length / levels.length

/** Theil and Sen's slope: outliers do not move it. */
function findSlope(levels: readonly Level[], isConfirmed: boolean): Decline | null {
  const first = levels[0]
  const last = levels.at(-1)
  if (first === undefined || last === undefined) return null
  const span = last.day - first.day
  if (levels.length < LEAST_DAYS || span < LEAST_SPAN) return null
  if ((last.level - first.level) / first.level > -LEAST_DROP / 2) return null
  const slopes: number[] = []
  let falling = 0
  // A third of a long history says the same.
  const some = levels.length > MOST_LEVELS ? levels.filter((_, i) => i % 3 === 0) : levels
  some.forEach((a, i) => {
    for (const b of some.slice(i + 1)) {
      slopes.push((b.level - a.level) / (b.day - a.day))
      if (b.level < a.level) falling++
    }
  })
  const slope = getMedian(slopes) ?? 0
  const level = medianOf(levels)
  const start = level - slope * (span / 2)
  const lost = (-slope * span) / start
  if (-slope / start < LEAST_SLOPE || lost < LEAST_DROP || falling / slopes.length < LEAST_FALLING) return null
  return { kind: 'soiling', lost: Math.min(0.9, lost), since: first.day, isConfirmed }
}

const medianOf = (levels: readonly Level[]): number => getMedian(levels.map(({ level }) => level)) ?? 0
