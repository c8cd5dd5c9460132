import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { factorOf, type ImportUnit, isFit } from '../mapping.ts'
import type { Candidate, UnderstandFor } from './candidate.ts'
import { isLadder } from './content.ts'

/** A house takes no more than this, W (3 x 63 A). */
const HOUSE_W = 43_470

/** The most that can be of a flow, W. */
export function mostW(flow: Candidate['flow'], { capacityWp }: UnderstandFor): number {
  if (flow === 'generation' || flow === 'any') return capacityWp > 0 ? capacityWp * 1.3 : Number.POSITIVE_INFINITY
  return Math.max(HOUSE_W, capacityWp * 2)
}

const middleStep = (at: Float64Array): number => {
  const steps = Float64Array.from(at.subarray(1), (ms, i) => ms - (at[i] as number))
    .filter((ms) => ms > 0)
    .sort()
  return steps[Math.floor(steps.length / 2)] ?? 0
}

/** One in so many values may be wrong. */
const FEW = 100

/** The highest value, without those that are wrong. */
function highOf({ values, order, content }: Candidate): number {
  if (content.count < FEW) return Math.max(Math.abs(content.max), Math.abs(content.min))
  const known = Float64Array.from(order, (row) => Math.abs(values[row] as number))
    .filter((value) => value > 0)
    .sort()
  return known[Math.floor(known.length * (1 - 1 / FEW)) - 1] ?? known.at(-1) ?? 0
}

/** Without a word for it the values say what unit they are in, if only one is possible. */
export function guessUnit(one: Candidate, plant: UnderstandFor, at: Float64Array): boolean {
  const { meaning, content } = one
  const isNameless = !/\p{L}/u.test(one.head)
  // Rows of no fixed rhythm: the most frequent distance says nothing.
  const stepMs = Math.max(one.stepMs, middleStep(at))
  const limit = mostW(one.flow, plant)
  const largest = highOf(one)
  if (largest === 0) return false
  // "Total power" is that of all phases, unless it only rises.
  const isPower = meaning.isPower && !meaning.isToday && (!meaning.isTotal || content.falls > content.count / 20)
  const isDaily = stepMs >= 20 * HOUR_MS
  const isCounting =
    content.rises > 3 &&
    (content.days > 1 ? content.falls === 0 : (meaning.isToday || meaning.isTotal) && content.falls <= 1)
  const isRestarting = !isDaily && isLadder(content, meaning.isToday)
  const isEnergy = isNameless || isDaily || meaning.isTotal || meaning.isToday || isCounting || isRestarting
  const kinds: readonly ImportUnit[] = isPower
    ? ['W', 'kW', 'MW']
    : isEnergy
      ? ['Wh', 'kWh', 'MWh']
      : ['Wh', 'kWh', 'MWh', 'W', 'kW', 'MW']
  const hours = stepMs / HOUR_MS
  const listFits = (value: number, least: number): readonly ImportUnit[] =>
    kinds.filter((unit) => {
      const watts = (value * factorOf[unit]) / (isFit('power', unit) ? 1 : hours)
      return watts <= limit && (limit === Number.POSITIVE_INFINITY || watts >= limit * least)
    })
  const asInterval = listFits(largest, 0.002)
  // A counter says by its rise what unit it is in; one that restarts each day, by its rise within a day.
  const isByRise =
    asInterval.length === 0 ||
    (meaning.isTotal && !isPower) ||
    isRestarting ||
    (isCounting && !isDaily && !meaning.isPower)
  const riseMs = isRestarting || meaning.isToday ? DAY_MS : Math.max(stepMs, (at.at(-1) as number) - (at[0] as number))
  const rise = ((content.max - content.min) * stepMs) / riseMs
  const fits = isByRise ? listFits(rise, 0.001) : asInterval
  const [first] = fits
  if (first === undefined) return false
  one.guessedUnits = { kinds, possible: listFits(isByRise ? rise : largest, 0), likely: fits }
  one.unit = fits.includes('kWh') ? 'kWh' : first
  // Within an hour both are the same.
  const isSame = stepMs === HOUR_MS && fits.every((unit) => unit === 'kWh' || unit === 'kW')
  if (fits.length > 1 && !isSame) {
    one.open.add('unit')
    one.unitChoices.push(...fits)
  }
  return true
}
