import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { hasPlace } from '@heliograph/domain/has-place.ts'
import { getHourAngleDeg, getSunElevationDeg } from '@heliograph/solar/sun-position.ts'
import type { DevicePlan, PlantPlan } from './plant-plan.ts'

/** The sun's elevation at which a device wakes up and goes to sleep, and the number of mornings it was learned from. */
export type Learnt = Readonly<{ wakeDeg: number | null; dozeDeg: number | null; mornings: number }>

/** Follows about the ninetieth percentile: a late day raises it by 1.8 degrees, a usual one lowers it by 0.2. */
const STEP_DEG = 2
const PERCENTILE = 0.9
const HIGHEST_DEG = 60
const follow = (known: number | null, seenDeg: number): number => {
  const seen = Math.min(HIGHEST_DEG, Math.max(0, seenDeg))
  if (known === null) return seen
  return seen > known
    ? Math.min(seen, known + STEP_DEG * PERCENTILE)
    : Math.max(seen, known - STEP_DEG * (1 - PERCENTILE))
}

/** A silence from an afternoon to the next morning is a night. */
export function learnMorning(
  known: Learnt,
  plan: PlantPlan,
  device: DevicePlan,
  atMs: number,
  beforeAtMs: number | null,
): Learnt {
  const { latitudeDeg, longitudeDeg } = plan
  const isNight =
    device.sleeps &&
    hasPlace(plan) &&
    beforeAtMs !== null &&
    atMs - beforeAtMs > 2 * HOUR_MS &&
    atMs - beforeAtMs < DAY_MS &&
    getHourAngleDeg(beforeAtMs, longitudeDeg) > 0 &&
    getHourAngleDeg(atMs, longitudeDeg) < 0
  if (!isNight) return known
  return {
    wakeDeg: follow(known.wakeDeg, getSunElevationDeg(atMs, latitudeDeg, longitudeDeg)),
    dozeDeg: follow(known.dozeDeg, getSunElevationDeg(beforeAtMs, latitudeDeg, longitudeDeg)),
    mornings: Math.min(known.mornings + 1, 1000),
  }
}
