import { dayBounds, type Interval } from '@heliograph/domain/time.ts'

/** A day at a place, and its sun; null where it neither rises nor sets. */
type SunDay = Readonly<{ date: string; zone: string; sunriseMs: number | null; sunsetMs: number | null }>

/** The dark ends of a day. */
export function nightsOf({ date, zone, sunriseMs: rise, sunsetMs: set }: SunDay): readonly Interval[] {
  const { fromMs, toMs } = dayBounds(date, zone)
  // A polar day or night has neither; shading it would distinguish nothing.
  if (rise === null || set === null) return []
  return rise < set
    ? [
        { fromMs, toMs: Math.max(fromMs, rise) },
        { fromMs: Math.min(toMs, set), toMs },
      ].filter((night) => night.toMs > night.fromMs)
    : [{ fromMs: set, toMs: rise }]
}
