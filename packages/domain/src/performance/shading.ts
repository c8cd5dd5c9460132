import { getMedian } from './clear-slots.ts'
import { listRatios, type PastDay } from './past-days.ts'

/** Days back that are compared: the sun's path changes little meanwhile. */
export const SHADE_DAYS = 28
const LEAST_DAYS = 4
/** A half hour is in a shadow when it lacks this much, */
const DEFICIT = 0.1
/** and most days lack at least that much in it. */
const OWN_DEFICIT = 0.07
const MOST_DAYS = 0.7
/** Half of the light must arrive unshaded: a wrong azimuth, tilt or clock bends the whole day, and is no shadow. */
const PLATEAU = 0.5
const PLATEAU_DEFICIT = 0.05
/** Beside an edge as sharp as this, within half an hour, the rest may bend a little: no wrong azimuth has such an edge. */
const EDGE = 0.2
const BENT_PLATEAU_DEFICIT = 0.08

/** Shadowed half hours (of the UTC day) and the share of their light that is lost, 0..1; empty: none. */
export type Shade = ReadonlyMap<number, number>

/** Finds half hours that lack light on most comparable days. @param days the last weeks, the judged one among them */
export function findShade(days: readonly PastDay[]): Shade {
  const deficits = new Map<number, number[]>()
  const weights = new Map<number, number>()
  for (const { shape, level } of days) {
    for (const { bucket, value, weight } of listRatios(shape)) {
      deficits.set(bucket, [...(deficits.get(bucket) ?? []), 1 - value / level])
      weights.set(bucket, (weights.get(bucket) ?? 0) + weight)
    }
  }
  const middles = new Map([...deficits].map(([bucket, own]) => [bucket, getMedian(own) ?? 0]))
  const found = new Map<number, number>()
  for (const [bucket, own] of deficits) {
    const middle = middles.get(bucket) ?? 0
    const often = own.filter((value) => value >= OWN_DEFICIT).length / own.length
    if (own.length >= LEAST_DAYS && middle >= DEFICIT && often >= MOST_DAYS) found.set(bucket, middle)
  }
  const isSharp = [...found].some(([bucket, deficit]) =>
    [bucket - 1, bucket + 1].some((beside) => deficit - (middles.get(beside) ?? deficit) >= EDGE),
  )
  const most = isSharp ? BENT_PLATEAU_DEFICIT : PLATEAU_DEFICIT
  let allWh = 0
  let plainWh = 0
  for (const [bucket, weight] of weights) {
    allWh += weight
    if ((middles.get(bucket) ?? 0) <= most) plainWh += weight
  }
  return allWh > 0 && plainWh / allWh >= PLATEAU ? found : new Map()
}

/** Energy that the shadow took of a day, Wh: no more than the day itself lacks in those half hours. */
export function getShadedWh({ shape, level }: PastDay, shade: Shade): number {
  let wh = 0
  for (const [bucket, deficit] of shade) {
    const possible = (shape.potentialWh[bucket] ?? 0) * level
    wh += Math.min(Math.max(0, possible - (shape.producedWh[bucket] ?? 0)), possible * Math.min(1, deficit * 1.5))
  }
  return wh
}
