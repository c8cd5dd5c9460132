import { factorOf, type ImportFlow } from '../mapping.ts'
import type { Candidate } from './candidate.ts'

type Pair = readonly [ImportFlow, ImportFlow]

/** How much better one direction has to explain the rest. */
const CLEARLY = 0.5
const LEAST_ROWS = 6

/**
 * Which flow values above zero are of a column that goes both ways: by the balance of production and consumption, else by
 * what happens while the sun makes most; undefined: nothing says it.
 */
export function decidePositive(one: Candidate, all: readonly Candidate[], pair: Pair): ImportFlow | undefined {
  const same = all.filter(
    (other) => other !== one && other.form === one.form && other.name === null && one.name === null,
  )
  const sum = (flow: ImportFlow): Float64Array | undefined => {
    const own = same.filter((other) => other.flow === flow)
    return own.length === 0
      ? undefined
      : own.map(toBase).reduce((a, b) => a.map((value, i) => value + (b[i] as number)))
  }
  const [made, used] = [sum('generation'), sum('load')]
  const others = same.filter((other) => (other.flow === 'grid' || other.flow === 'battery') && other !== one)
  const own = toBase(one)
  if (made !== undefined && used !== undefined && others.length === 0) {
    const [plus, minus] = [1, -1].map((sign) => misfit(made, used, own, sign))
    if (plus !== undefined && minus !== undefined && plus < CLEARLY * minus) return pair[0]
    if (plus !== undefined && minus !== undefined && minus < CLEARLY * plus) return pair[1]
  }
  return made === undefined ? undefined : bySun(made, own, pair)
}

const toBase = ({ values, unit }: Candidate): Float64Array => values.map((value) => value * factorOf[unit])

/** The part that production and this column leave unexplained of the consumption. */
function misfit(made: Float64Array, used: Float64Array, own: Float64Array, sign: number): number | undefined {
  let [left, count] = [0, 0]
  for (const [i, value] of own.entries()) {
    const rest = (used[i] as number) - (made[i] as number) - sign * value
    if (Number.isNaN(rest)) continue
    left += Math.abs(rest)
    count += 1
  }
  return count < LEAST_ROWS ? undefined : left
}

/** In the light the plant feeds in and charges, without it buys and discharges. */
function bySun(made: Float64Array, own: Float64Array, [dark, light]: Pair): ImportFlow | undefined {
  const most = made.reduce((max, value) => (value > max ? value : max), 0)
  let [bright, brightCount, night, nightCount] = [0, 0, 0, 0]
  for (const [i, value] of own.entries()) {
    const watts = made[i] as number
    if (Number.isNaN(value) || Number.isNaN(watts)) continue
    if (watts > most / 2) [bright, brightCount] = [bright + value, brightCount + 1]
    else if (watts <= most / 100) [night, nightCount] = [night + value, nightCount + 1]
  }
  if (brightCount < 3 || nightCount < 3) return undefined
  const [day, rest] = [bright / brightCount, night / nightCount]
  if (day < 0 && rest > 0) return dark
  if (day > 0 && rest < 0) return light
  return undefined
}
