import { HOUR_MS } from '@heliograph/domain/duration.ts'
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

/** Without a word for it the values say what unit they are in, if only one is possible. */
export function guessUnit(one: Candidate, plant: UnderstandFor, isNameless: boolean): boolean {
  const { meaning, content, stepMs } = one
  const limit = mostW(one.flow, plant)
  const largest = Math.max(Math.abs(content.max), Math.abs(content.min))
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
    asInterval.length === 0 || meaning.isTotal || isRestarting || (isCounting && !isDaily && !meaning.isPower)
  const steps = isRestarting || meaning.isToday ? content.count / content.days : content.count - 1
  const rise = (content.max - content.min) / Math.max(1, steps)
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
