import { factorOf, type ImportFlow } from '../mapping.ts'
import type { Candidate } from './candidate.ts'

type Pair = readonly [ImportFlow, ImportFlow]

/** How much better one direction has to explain the rest. */
const CLEARLY = 0.5
const LEAST_ROWS = 6

/** The sides of the balance that a column of both signs is on. */
const sides = { grid: ['import', 'export'], battery: ['discharge', 'charge'] } as const
type Side = keyof typeof sides

/** The side of a column that goes both ways; undefined: it goes one way. */
const sideOf = ({ flow, signs, known }: Candidate): Side | undefined => {
  if (flow === 'grid' || flow === 'battery') return flow
  if (signs !== 'both' && known?.hasBothSigns !== true) return undefined
  return flow === 'import' || flow === 'export' ? 'grid' : 'battery'
}

/**
 * Which flow values above zero are of a column that goes both ways: by the balance of production and consumption, else by
 * what happens while the sun makes most; undefined: nothing says it.
 */
export function decidePositive(one: Candidate, all: readonly Candidate[], pair: Pair): ImportFlow | undefined {
  const same = all.filter((other) => other.form === one.form && other.name === null && one.name === null)
  const own = sideOf(one)
  const made = sumOf(same.filter(({ flow }) => flow === 'generation'))
  if (made === undefined || own === undefined) return undefined
  return byBalance(made, same, own, pair) ?? bySun(made, toBase(one), pair)
}

/** @returns undefined: neither direction explains the consumption clearly better */
function byBalance(made: Float64Array, same: readonly Candidate[], own: Side, pair: Pair): ImportFlow | undefined {
  const used = sumOf(same.filter(({ flow }) => flow === 'load'))
  if (used === undefined) return undefined
  const oneWay = same.filter((other) => sideOf(other) === undefined)
  const rest = [
    ...(['import', 'discharge'] as const).map((flow) => ({ flow, sign: -1 })),
    ...(['export', 'charge'] as const).map((flow) => ({ flow, sign: 1 })),
  ].reduce(
    (left, { flow, sign }) => plus(left, sumOf(oneWay.filter((other) => other.flow === flow)), sign),
    plus(used, made, -1),
  )
  const mine = sumOf(same.filter((other) => sideOf(other) === own))
  const other = sumOf(same.filter((item) => sideOf(item) === (own === 'grid' ? 'battery' : 'grid')))
  const misfitOf = (sign: number): number | undefined => {
    const left = plus(rest, mine, -sign)
    const all = [misfit(plus(left, other, 1)), misfit(plus(left, other, -1))].filter((value) => value !== undefined)
    return all.length === 0 ? undefined : Math.min(...all)
  }
  const [above, below] = [misfitOf(1), misfitOf(-1)]
  if (above === undefined || below === undefined) return undefined
  if (above < CLEARLY * below) return pair[0]
  return below < CLEARLY * above ? pair[1] : undefined
}

const toBase = ({ values, unit }: Candidate): Float64Array => values.map((value) => value * factorOf[unit])
const plus = (a: Float64Array, b: Float64Array | undefined, sign: number): Float64Array =>
  b === undefined ? a : a.map((value, i) => value + sign * (b[i] as number))
const sumOf = (own: readonly Candidate[]): Float64Array | undefined =>
  own.length === 0 ? undefined : own.map(toBase).reduce((a, b) => plus(a, b, 1))

/** The part of the consumption that is left unexplained. */
function misfit(rest: Float64Array): number | undefined {
  let [left, count] = [0, 0]
  for (const value of rest) {
    if (Number.isNaN(value)) continue
    left += Math.abs(value)
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
