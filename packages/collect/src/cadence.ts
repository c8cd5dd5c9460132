const KEPT = 9
/** Gaps before they are believed: a device was perhaps just switched on. */
const ENOUGH = 3
/** Steps that differ by less are the same. */
const SAME_SHARE = 0.25

export type Cadence = Readonly<{
  /** A record of a device is stored. */
  note: (serial: string, atMs: number) => void
  /** Between two records of the slowest device. */
  intervalMs: () => number
}>

/**
 * How often records of a target come. Many devices send when they like, and something that sends every ten minutes is
 * not late after three.
 * @param options.firstMs what holds until records tell
 * @param options.leastMs no record is stored more often, apart from changes of a state
 */
export function createCadence({ firstMs, leastMs }: Readonly<{ firstMs: number; leastMs: number }>): Cadence {
  const instants = new Map<string, number[]>()
  let intervalMs = Math.max(firstMs, leastMs)
  const usualOf = (all: readonly number[]): number | undefined => {
    const gaps = all.slice(1).map((atMs, index) => atMs - (all[index] ?? atMs))
    return gaps.length < ENOUGH ? undefined : gaps.toSorted((a, b) => a - b)[gaps.length >> 1]
  }
  return {
    note: (serial, atMs) => {
      const known = instants.get(serial) ?? []
      if (atMs <= (known.at(-1) ?? Number.NEGATIVE_INFINITY)) return
      instants.set(serial, [...known, atMs].slice(-KEPT - 1))
      const usual = [...instants.values()].flatMap((all) => usualOf(all) ?? [])
      if (usual.length === 0) return
      const nextMs = Math.max(leastMs, ...usual)
      if (Math.abs(nextMs - intervalMs) > SAME_SHARE * intervalMs) intervalMs = nextMs
    },
    intervalMs: () => intervalMs,
  }
}
