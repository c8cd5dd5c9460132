import { getMedian } from '../performance/clear-slots.ts'

/** Mean power of each device behind single modules on a day, W, by its id; absent: not heard. */
export type ModuleDay = Readonly<{ startMs: number; meanW: ReadonlyMap<number, number> }>

const LEAST_DAYS = 3
const LEAST_SIBLINGS = 2
/** Less than this share of what its siblings give is nothing: a shadow all day long leaves the light of the sky. */
const DEAD_SHARE = 0.05
/** Below this mean of a day, W, all of them give next to nothing. */
const LEAST_W = 5

/** One that gives nothing beside its siblings, since the first of those days. */
export type DeadModule = Readonly<{ deviceId: number; sinceMs: number }>

/** Devices behind single modules that gave nothing on the newest days, three or more, while their siblings did. */
export function findDeadModules(days: readonly ModuleDay[]): readonly DeadModule[] {
  const newestFirst = days.toSorted((a, b) => b.startMs - a.startMs)
  const ids = new Set(days.flatMap(({ meanW }) => [...meanW.keys()]))
  return [...ids].flatMap((deviceId) => {
    let count = 0
    let sinceMs = 0
    for (const { startMs, meanW } of newestFirst) {
      const own = meanW.get(deviceId)
      const siblings = [...meanW].flatMap(([id, w]) => (id === deviceId ? [] : [w]))
      const usualW = siblings.length < LEAST_SIBLINGS ? null : getMedian(siblings)
      // Not heard, or a dark day: no evidence.
      if (own === undefined || usualW === null || usualW < LEAST_W) continue
      if (own > usualW * DEAD_SHARE) break
      count++
      sinceMs = startMs
    }
    return count >= LEAST_DAYS ? [{ deviceId, sinceMs }] : []
  })
}
