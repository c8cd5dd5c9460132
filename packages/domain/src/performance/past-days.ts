import { getQuantile, type Weighted } from './clear-slots.ts'
import type { DayShape } from './shape.ts'

/** A day to compare with: its number (days since 1970, plant-local), its shape, and its level (see `getLevel`). */
export type PastDay = Readonly<{ day: number; shape: DayShape; level: number }>

/** null: a day without light. */
export function toPastDay(day: number, shape: DayShape): PastDay | null {
  const level = getLevel(shape)
  return level === null || level <= 0 ? null : { day, shape, level }
}

/** A half hour counts from this share of the day's best one on: with a low sun the model is weak. */
const LEAST_SHARE = 0.3

/** Half hours of a day with enough light to compare, with what became of it. */
export function listRatios({
  potentialWh,
  producedWh,
}: DayShape): readonly (Weighted & Readonly<{ bucket: number }>)[] {
  const most = Math.max(...potentialWh)
  return potentialWh.flatMap((weight, bucket) =>
    weight > 0 && weight >= most * LEAST_SHARE ? [{ bucket, weight, value: (producedWh[bucket] ?? 0) / weight }] : [],
  )
}

/** The level that a day reached when nothing shaded it: upper quarter of its half hours; null without light. */
export const getLevel = (shape: DayShape): number | null => getQuantile(listRatios(shape), 0.75)
