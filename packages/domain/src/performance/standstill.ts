import { HOUR_MS } from '../duration.ts'
import { type DayCourse, getShare, type InverterCourse } from './day-course.ts'
import type { Confidence, Loss } from './losses.ts'

/** Power below this share of what was possible is a standstill, not a cloud. */
const STANDS = 0.005
/** Clouds alone make a weak inverter idle in less light than this share of its nameplate. */
const LEAST_LIGHT = 0.02
/** Under a sky that is only modeled: the darkest storm still gives some percent when this share is expected. */
const LEAST_CLEAR_LIGHT = 0.2
/** A counter that moved by this share of the potential proves that the inverter ran and only its data is missing. */
const COUNTED = 0.5

/**
 * Late in the morning and early in the evening an inverter sleeps, on a dark day for hours, or its clock is wrong: no
 * outage below this share of the day. Where the light is measured or others ran, less is enough.
 */
const EDGE = 0.25
const KNOWN_EDGE = 0.04

/** From less than this share of its nameplate an inverter falls asleep; from more it is cut off. */
const AWAKE = 0.05

/** Readings and counter of a day differ by this share without any fault. */
const NOISE = 0.04

/** Missing power of one inverter on a day. */
export type Standstill = Readonly<{
  /** Wh lost because it stood still; `isSilent`: it said nothing meanwhile. */
  losses: readonly (Omit<Loss, 'kind'> & Readonly<{ kind: 'outage' | 'unmeasured' }>)[]
  /** Slots that say nothing about the modules: standing still, silent, or counted without power. */
  isOff: readonly boolean[]
}>

/**
 * Separates an outage from a silence. An inverter that reports zero in the sun stood still, unless its counter moved:
 * then only its power readings are wrong. A silent one stood still if its counter shows no energy afterwards and others
 * of the plant ran; if the whole plant was silent, the cause is unknown.
 * @param sun slots with sun @param runningShare share of their potential that running inverters made, NaN where none
 * ran
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
  const isZero = course.potentialW.map((potential, slot) => {
    const powerW = inverter.powerW[slot] ?? Number.NaN
    return sun[slot] === true && powerW <= potential * share * STANDS
  })
  const isDead = spread(isZero, (slot) => (course.potentialW[slot] ?? 0) * share > least)
  const isCut = findCutOff(inverter)
  const runs = (slot: number) => (inverter.powerW[slot] ?? 0) > (course.potentialW[slot] ?? 0) * share * STANDS
  const ran = sun.flatMap((isSun, slot) => (isSun && runs(slot) ? [slot] : []))
  const [firstRun = -1, lastRun = sun.length] = [ran[0], ran.at(-1)]
  const possibleWh = (slot: number): number => (course.potentialW[slot] ?? 0) * share * hours
  const likelyWh = (slot: number): number => {
    const known = runningShare[slot] ?? Number.NaN
    return possibleWh(slot) * (Number.isNaN(known) ? (isMeasured ? 1 : course.usualShare) : known)
  }
  let dayWh = 0
  const slots: Record<'before' | 'silent' | 'dead', number[]> = { before: [], silent: [], dead: [] }
  const isOff = course.potentialW.map((_, slot) => {
    const powerW = inverter.powerW[slot] ?? Number.NaN
    if (powerW > 0) readWh += powerW * hours
    if (!sun[slot]) return false
    dayWh += likelyWh(slot)
    const isBefore = course.fromMs + (slot + 1) * course.slotMs <= (inverter.sinceMs ?? Number.NEGATIVE_INFINITY)
    const kind = Number.isNaN(powerW) ? (isBefore ? 'before' : 'silent') : isDead[slot] ? 'dead' : null
    if (kind === null) return false
    slots[kind].push(slot)
    return true
  })
  const othersRan = course.inverters.some(
    (other) => other !== inverter && other.powerW.filter((w) => w > 0).length > ran.length,
  )
  const isKnown = course.source === 'in-plane' || othersRan
  const leastWh = dayWh * (isKnown ? KNOWN_EDGE : EDGE)
  const isCounted = inverter.countedWh !== null
  const mayRest = (slot: number): boolean => isCounted || !isCut[slot]
  const withoutFew = (list: readonly number[], mayGo: (slot: number) => boolean): readonly number[] =>
    sumOf(list.filter(mayGo), likelyWh) < leastWh ? list.filter((slot) => !mayGo(slot)) : list
  const isEdge = (slot: number): boolean => slot < firstRun || slot > lastRun
  const dead = withoutFew(slots.dead, isEdge)
  const awake = withoutFew(slots.silent, (slot) => isEdge(slot) && mayRest(slot))
  // In the dark of a grey day an inverter sleeps at noon too.
  const silent = isKnown ? awake : withoutFew(awake, mayRest)
  const isGuessed = (slot: number): boolean => Number.isNaN(runningShare[slot] ?? Number.NaN)
  const isAlone = (slot: number): boolean =>
    !course.inverters.some((other) => other !== inverter && (other.powerW[slot] ?? Number.NaN) >= 0)
  const countedWh = inverter.countedWh ?? readWh
  // Energy of the counter beyond the readings was made while the readings were missing, or zero.
  let moreWh = Math.max(0, countedWh - readWh)
  const losses: Standstill['losses'][number][] = []
  const add = (kind: 'outage' | 'unmeasured', some: readonly number[], energyWh: number, confidence: Confidence) =>
    losses.push({
      kind,
      energyWh,
      confidence,
      inverters: [inverter.id],
      fromMs: course.fromMs + (some[0] ?? 0) * course.slotMs,
      toMs: course.fromMs + ((some.at(-1) ?? 0) + 1) * course.slotMs,
    })
  // All that was possible: what is left is the potential of the measured hours.
  if (slots.before.length > 0) add('unmeasured', slots.before, sumOf(slots.before, possibleWh), 'high')
  for (const some of [silent, dead]) {
    const wh = sumOf(some, likelyWh)
    if (wh <= 1e-9 * dayWh) continue
    const coveredWh = Math.min(moreWh, wh)
    moreWh -= coveredWh
    const isSilent = some === silent
    // A short silence is less than readings and counter differ anyway.
    if (isSilent && isCounted && wh < NOISE * countedWh) continue
    if (coveredWh >= wh * COUNTED) continue
    const confidence = confidenceOf(sumOf(some.filter(isGuessed), likelyWh) > wh / 2, isSilent, isCounted)
    if (isSilent && !isCounted && sumOf(some.filter(isAlone), likelyWh) > wh / 2)
      add('unmeasured', some, sumOf(some, possibleWh), confidence)
    else add('outage', some, wh - coveredWh, confidence)
  }
  return { losses, isOff }
}

/** Silent slots beside a power that no inverter falls asleep from: it was cut off. */
function findCutOff({ powerW, capacityWp }: InverterCourse): readonly boolean[] {
  const isSilent = powerW.map((w) => Number.isNaN(w))
  return spread(isSilent, (slot) =>
    [slot - 1, slot + 1].some((beside) => (powerW[beside] ?? Number.NaN) >= capacityWp * AWAKE),
  )
}

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

function confidenceOf(isGuessed: boolean, isSilent: boolean, isCounted: boolean): Confidence {
  if (isGuessed) return 'low'
  return isSilent ? (isCounted ? 'medium' : 'low') : 'high'
}

const sumOf = (slots: readonly number[], pick: (slot: number) => number): number =>
  slots.reduce((all, slot) => all + pick(slot), 0)
