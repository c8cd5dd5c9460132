import { type LayoutModule, modulesByGroup } from './layout.ts'

/**
 * A module beside the others of its plane.
 * unknown: no value. quiet: the plane delivers too little to judge. alone: too few modules beside it. dead: it delivers
 * (almost) nothing while the plane does. weak and strong: outside of what its neighbors spread over.
 */
export type ModuleVerdict = 'unknown' | 'quiet' | 'alone' | 'dead' | 'weak' | 'strong' | 'well'
export type JudgedModule = Readonly<{
  verdict: ModuleVerdict
  /** Its value per Wp to the median of its plane, 1 = equal; null where it is not judged. */
  relative: number | null
}>

/** Fewer modules with a value say nothing about one of them. */
const LEAST_NEIGHBORS = 4
/** A module below this share of the median is dead. */
const DEAD_SHARE = 0.05
/** Less than this share away from the median is never an outlier: glass, cables and ratings differ. */
const LEAST_DEVIATION = 0.1
/** Robust standard deviations (1.4826 MAD, Rousseeuw and Croux 1993) from which a value stands out. */
const MOST_SCORE = 3.5
const MAD_TO_SIGMA = 1.4826

/**
 * Judges modules by one value each (power in W or energy in Wh) against the median of their plane, per Wp where all
 * modules of the plane have a nameplate.
 * @param readValue null: unknown @param leastPerModule a median below it is too little to judge, in the value's unit
 */
export function judgeModules(
  modules: readonly LayoutModule[],
  readValue: (module: LayoutModule) => number | null,
  leastPerModule: number,
): ReadonlyMap<number, JudgedModule> {
  const judged = new Map<number, JudgedModule>()
  for (const plane of modulesByGroup(modules).values()) {
    const isRated = plane.every(({ ratedWp }) => ratedWp !== null && ratedWp > 0)
    const known = plane.flatMap((module) => {
      const value = readValue(module)
      return value === null ? [] : [{ id: module.id, value, specific: value / (isRated ? (module.ratedWp ?? 1) : 1) }]
    })
    const middle = medianOf(known.map(({ specific }) => specific))
    const spread = MAD_TO_SIGMA * medianOf(known.map(({ specific }) => Math.abs(specific - middle)))
    const isQuiet = medianOf(known.map(({ value }) => value)) < leastPerModule
    for (const { id } of plane) judged.set(id, { verdict: 'unknown', relative: null })
    for (const { id, specific } of known)
      judged.set(id, judge(specific, { middle, spread, isQuiet, count: known.length }))
  }
  return judged
}

type Plane = Readonly<{ middle: number; spread: number; isQuiet: boolean; count: number }>
function judge(specific: number, { middle, spread, isQuiet, count }: Plane): JudgedModule {
  if (isQuiet || middle <= 0) return { verdict: 'quiet', relative: null }
  const relative = specific / middle
  if (count < LEAST_NEIGHBORS) return { verdict: 'alone', relative }
  if (relative < DEAD_SHARE) return { verdict: 'dead', relative }
  const distance = Math.abs(specific - middle)
  const isOut = distance > LEAST_DEVIATION * middle && distance > MOST_SCORE * spread
  if (!isOut) return { verdict: 'well', relative }
  return { verdict: relative < 1 ? 'weak' : 'strong', relative }
}

/** Whether a verdict calls for a visit. */
export const isOutlier = (verdict: ModuleVerdict): boolean =>
  verdict === 'dead' || verdict === 'weak' || verdict === 'strong'

/** The middle value, or the mean of the two middle ones; 0 without values. */
export function medianOf(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}
