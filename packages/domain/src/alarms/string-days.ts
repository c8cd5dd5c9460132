import { getMedian } from '../performance/clear-slots.ts'
import type { StringShare } from './sample-facts.ts'
import { LEAST_USUAL_SHARE } from './sample-rules.ts'

/** Mean power of each string of an inverter on a day, W; NaN: not heard. */
export type StringDay = Readonly<{ startMs: number; meanW: readonly number[] }>

const LEAST_DAYS = 7
const RECENT_DAYS = 3
/** Mean W of a day of all strings together below which shares say nothing. */
const LEAST_W = 30
const WEAK = 0.75

/**
 * Usual share of each string in the sum of all, 0..1: the median over days. Empty: too few days.
 * @param numbers of the strings, in the order of `meanW`
 */
export function usualShares(days: readonly StringDay[], numbers: readonly number[]): readonly StringShare[] {
  const shares = days.map(sharesOf).filter((item) => item !== undefined)
  if (shares.length < LEAST_DAYS) return []
  return numbers.flatMap((number, i) => {
    const share = getMedian(shares.map((item) => item[i] ?? 0)) ?? 0
    return share < LEAST_USUAL_SHARE ? [] : [{ number, share: Math.round(share * 1_000) / 1_000 }]
  })
}

function sharesOf({ meanW }: StringDay): readonly number[] | undefined {
  const sum = meanW.reduce((all, w) => all + w, 0)
  return Number.isFinite(sum) && sum >= LEAST_W ? meanW.map((w) => w / sum) : undefined
}

/** A string that gave clearly less than its usual share on three days in a row, since the first of them. */
export type WeakString = Readonly<{ number: number; sinceMs: number; sharePercent: number }>

/** Strings that are weak on the last days, against their own usual share of the days before. */
export function findWeakStrings(days: readonly StringDay[], numbers: readonly number[]): readonly WeakString[] {
  const sorted = days.filter((day) => sharesOf(day) !== undefined).toSorted((a, b) => a.startMs - b.startMs)
  const usual = usualShares(sorted.slice(0, -RECENT_DAYS), numbers)
  const recent = sorted.slice(-RECENT_DAYS)
  const [first] = recent
  if (usual.length < 2 || first === undefined || recent.length < RECENT_DAYS) return []
  return usual.flatMap(({ number, share }) => {
    const i = numbers.indexOf(number)
    // Against the others, so that one weak string does not make the others strong.
    const ratios = recent.map((day) => {
      const own = sharesOf(day)?.[i] ?? 0
      return own / Math.max(1e-9, 1 - own) / (share / Math.max(1e-9, 1 - share))
    })
    if (!ratios.every((ratio) => ratio < WEAK)) return []
    return [{ number, sinceMs: first.startMs, sharePercent: Math.round(Math.max(...ratios) * 100) }]
  })
}
