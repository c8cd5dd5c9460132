import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import { type ImportFlow, importFlows } from '../mapping.ts'

export type Form = 'power' | 'energy' | 'total' | 'today'
/** Energies of an interval of a day, Wh. */
export type Point = Readonly<{ day: number; atMs: number; endMs: number; wh: Readonly<Record<ImportFlow, number>> }>

/** Numbers from 0 to below 1, the same for the same seed. */
export function createDice(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A house with a battery: energies of intervals from local midnight on, whole Wh. */
export function drawPoints(
  roll: () => number,
  zone: string,
  first: string,
  days: number,
  stepMs: number,
): readonly Point[] {
  const points: Point[] = []
  for (let n = 0; n < days; n++) {
    const day = dayBounds(addDays(first, n), zone)
    const cloud = 0.2 + 0.8 * roll()
    for (let atMs = day.fromMs; atMs < day.toMs; ) {
      const endMs = stepMs === DAY_MS ? day.toMs : Math.min(day.toMs, atMs + stepMs)
      const hours = (endMs - atMs) / HOUR_MS
      const hour = ((atMs - day.fromMs) / HOUR_MS) % 24
      const sun = stepMs === DAY_MS ? 0.25 : Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI))
      const made = Math.round(6_000 * sun * cloud * (0.7 + 0.3 * roll()) * hours)
      const used = Math.round((250 + 900 * roll()) * hours)
      const own = Math.min(made, used)
      const charge = Math.round((made - own) * 0.3)
      const discharge = stepMs === DAY_MS || hour > 18 ? Math.round((used - own) * 0.4) : 0
      const wh = {
        generation: made,
        load: used,
        import: used - own - discharge,
        export: made - own - charge,
        charge,
        discharge,
      }
      points.push({ day: n, atMs, endMs, wh })
      atMs = endMs
    }
  }
  return points
}

/** The values of each flow in W or Wh. */
export function toValues(
  points: readonly Point[],
  form: Form,
  stepMs: number,
  roll: () => number,
): Readonly<Record<ImportFlow, readonly number[]>> {
  const valuesOf = (flow: ImportFlow): readonly number[] => {
    let sum = form === 'total' ? Math.round(2_000_000 + 8_000_000 * roll()) : 0
    let day = -1
    return points.map(({ wh, day: now }) => {
      if (form === 'power') return Math.round((wh[flow] * HOUR_MS) / stepMs)
      if (form === 'energy') return wh[flow]
      if (form === 'today' && now !== day) [sum, day] = [0, now]
      sum += wh[flow]
      return sum
    })
  }
  return Object.fromEntries(importFlows.map((flow) => [flow, valuesOf(flow)])) as Record<ImportFlow, readonly number[]>
}

/** The Wh that values hold; NaN: the cell is empty. */
export function sumUp(values: readonly number[], form: Form, points: readonly Point[], stepMs: number): number {
  const known = values.flatMap((value, i) => (Number.isNaN(value) ? [] : [{ value, day: points[i]?.day }]))
  if (form === 'power') return known.reduce((sum, { value }) => sum + (value * stepMs) / HOUR_MS, 0)
  if (form === 'energy') return known.reduce((sum, { value }) => sum + value, 0)
  if (form === 'total') return (known.at(-1)?.value ?? 0) - (known[0]?.value ?? 0)
  // The last value of each day.
  return known.reduce((sum, { value, day }, i) => sum + (known[i + 1]?.day === day ? 0 : value), 0)
}
