import { HOUR_MS } from '../duration.ts'
import { type DayCourse, getShare, type InverterCourse } from './day-course.ts'
import type { Confidence, Loss } from './losses.ts'

/** Power below this share of what was possible is a standstill, not a cloud. */
const STANDS = 0.005
/** Clouds alone make a weak inverter idle in less light than this share of its nameplate. */
const LEAST_LIGHT = 0.02
/** Under a sky that is only modeled: the darkest storm still gives some percent when this share is expected. */
const LEAST_CLEAR_LIGHT = 0.2
/** A counter that moved by this share of what was possible tells that the inverter ran and only its data is missing. */
const COUNTED = 0.5

/**
 * Late in the morning and early in the evening an inverter sleeps, on a dark day for hours, or its clock is wrong: no
 * outage below this share of the day. Where the light is measured or others ran, less is enough.
 */
const EDGE = 0.25
const KNOWN_EDGE = 0.04

/** Readings and counter of a day differ by this share without any fault. */
const NOISE = 0.04

/** What one inverter's missing power of a day was. */
export type Standstill = Readonly<{
  /** Wh lost because it stood still; `isSilent`: it said nothing meanwhile. */
  losses: readonly (Omit<Loss, 'kind'> & Readonly<{ kind: 'outage' | 'unmeasured' }>)[]
  /** Slots that say nothing about the modules: standing still, silent, or counted without power. */
  isOff: readonly boolean[]
}>

/**
 * Tells an outage from a silence. An inverter that says zero in the sun stood still, unless its counter moved: then
 * only its power readings are wrong. One that says nothing stood still if its counter shows no energy afterwards and
 * others of the plant ran; if nothing of the plant was heard, nobody knows.
 * @param sun slots with sun @param runningShare what running inverters made of their potential, NaN where none ran
 */
export function findStandstill(
  course: DayCourse,
  inverter: InverterCourse,
  sun: readonly boolean[],
  runningShare: readonly number[],
): Standstill {
  const share = getShare(course, inverter)
  const hours = course.slotMs / HOUR_MS
  const isMeasured = course.source !== 'clear-sky'
  const least = inverter.capacityWp * (course.source === 'in-plane' ? LEAST_LIGHT : LEAST_CLEAR_LIGHT)
  let readWh = 0
  const dead: Stretch = { wh: 0, fromMs: null, toMs: null, guessed: 0, alone: 0 }
  const silent: Stretch = { wh: 0, fromMs: null, toMs: null, guessed: 0, alone: 0 }
  const isZero = course.potentialW.map((potential, slot) => {
    const powerW = inverter.powerW[slot] ?? Number.NaN
    return sun[slot] === true && powerW <= potential * share * STANDS
  })
  const isDead = spread(isZero, (slot) => (course.potentialW[slot] ?? 0) * share > least)
  const runs = (slot: number) => (inverter.powerW[slot] ?? 0) > (course.potentialW[slot] ?? 0) * share * STANDS
  const ran = sun.flatMap((isSun, slot) => (isSun && runs(slot) ? [slot] : []))
  const [firstRun = -1, lastRun = sun.length] = [ran[0], ran.at(-1)]
  const before: Stretch = { wh: 0, fromMs: null, toMs: null, guessed: 0, alone: 0 }
  let dayWh = 0
  const edge = { dead: 0, silent: 0 }
  const isOff = course.potentialW.map((potential, slot) => {
    const powerW = inverter.powerW[slot] ?? Number.NaN
    if (powerW > 0) readWh += powerW * hours
    if (!sun[slot]) return false
    const possibleW = potential * share
    const known = runningShare[slot] ?? Number.NaN
    const likelyW = possibleW * (Number.isNaN(known) ? (isMeasured ? 1 : course.usualShare) : known)
    dayWh += likelyW * hours
    const isBefore = course.fromMs + (slot + 1) * course.slotMs <= (inverter.sinceMs ?? Number.NEGATIVE_INFINITY)
    const stretch = Number.isNaN(powerW) ? (isBefore ? before : silent) : isDead[slot] ? dead : null
    if (stretch === null) return false
    if (stretch !== before && (slot < firstRun || slot > lastRun))
      edge[stretch === dead ? 'dead' : 'silent'] += likelyW * hours
    stretch.wh += likelyW * hours
    stretch.fromMs ??= course.fromMs + slot * course.slotMs
    stretch.toMs = course.fromMs + (slot + 1) * course.slotMs
    if (Number.isNaN(known)) stretch.guessed += likelyW * hours
    if (!course.inverters.some((other) => other !== inverter && (other.powerW[slot] ?? Number.NaN) >= 0))
      stretch.alone += likelyW * hours
    return true
  })
  const othersRan = course.inverters.some(
    (other) => other !== inverter && other.powerW.filter((w) => w > 0).length > ran.length,
  )
  const isKnown = course.source === 'in-plane' || othersRan
  const leastWh = dayWh * (isKnown ? KNOWN_EDGE : EDGE)
  if (edge.dead < leastWh) dead.wh -= edge.dead
  if (edge.silent < leastWh) silent.wh -= edge.silent
  // In the dark of a grey day an inverter sleeps at noon too.
  if (!isKnown && silent.wh < leastWh) silent.wh = 0
  const countedWh = inverter.countedWh ?? readWh
  // What the counter knows beyond the readings was made while the readings said nothing, or zero.
  let moreWh = Math.max(0, countedWh - readWh)
  const losses: Standstill['losses'][number][] = []
  if (before.wh > 0)
    losses.push({
      ...{ kind: 'unmeasured', energyWh: before.wh, confidence: 'high', inverters: [inverter.id] },
      ...{ fromMs: before.fromMs, toMs: before.toMs },
    })
  for (const stretch of [silent, dead]) {
    if (stretch.wh <= 1e-9 * dayWh) continue
    const coveredWh = Math.min(moreWh, stretch.wh)
    moreWh -= coveredWh
    const isSilent = stretch === silent
    const isCounted = inverter.countedWh !== null
    // A short silence is less than readings and counter differ anyway.
    if (isSilent && isCounted && stretch.wh < NOISE * countedWh) continue
    if (coveredWh >= stretch.wh * COUNTED) continue
    losses.push({
      kind: isSilent && !isCounted && stretch.alone > stretch.wh / 2 ? 'unmeasured' : 'outage',
      energyWh: stretch.wh - coveredWh,
      confidence: confidenceOf(stretch, isSilent, isCounted),
      inverters: [inverter.id],
      fromMs: stretch.fromMs,
      toMs: stretch.toMs,
    })
  }
  return { losses, isOff }
}

type Stretch = { wh: number; fromMs: number | null; toMs: number | null; guessed: number; alone: number }

/** The runs of flags in which at least one slot is beyond doubt. */
function spread(flags: readonly boolean[], isSure: (slot: number) => boolean): readonly boolean[] {
  const found = flags.map(() => false)
  for (let from = 0; from < flags.length; from++) {
    if (!flags[from]) continue
    let to = from
    while (flags[to + 1]) to++
    let sure = false
    for (let slot = from; slot <= to; slot++) sure ||= isSure(slot)
    if (sure) found.fill(true, from, to + 1)
    from = to
  }
  return found
}

function confidenceOf(stretch: Stretch, isSilent: boolean, isCounted: boolean): Confidence {
  if (stretch.guessed > stretch.wh / 2) return 'low'
  return isSilent ? (isCounted ? 'medium' : 'low') : 'high'
}
