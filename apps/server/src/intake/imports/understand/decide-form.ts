import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { factorOf, isFit } from '../mapping.ts'
import type { Candidate, UnderstandFor } from './candidate.ts'
import { isLadder } from './content.ts'
import { mostW } from './guess-unit.ts'
import { plainWords } from './plain-words.ts'

/** So many of the steps of a counter may go down: it was replaced, or misread. */
const RISING = 0.005
/** So often no energies of days in a row grow. */
const MOST_RISES = 15
/** A counter is this many days old. */
const LONG_RISE = 30
/** A house makes or uses more in a day. */
const LEAST_DAY_WH = 300
const FEW_VALUES = 4
const FEW_ROWS = 12
const MONTH_MS = 27 * DAY_MS
/** A column of energies goes down as often as this. */
const FALLING = 0.05

/** Power, energy of an interval, or a counter: a value that no plant can make is none of an interval. */
export function decideForm(one: Candidate, plant: UnderstandFor): void {
  const { content, meaning, stepMs } = one
  if (isFit('power', one.unit)) {
    one.form = 'power'
    return
  }
  const factor = factorOf[one.unit]
  const limitWh = (mostW(one.flow, plant) * stepMs) / HOUR_MS
  const { count, rises, falls, dips, max, min, first, risen } = content
  const isRising =
    rises > 0 &&
    rises >= Math.min(3, count - 1) &&
    falls <= RISING * count &&
    dips <= Math.max(1, 2 * RISING * count) &&
    risen > 0 &&
    risen >= 0.8 * (max - first)
  const isHuge = Math.max(Math.abs(max), Math.abs(min)) * factor > limitWh && medianOf(one) * factor > limitWh
  if (stepMs >= 20 * HOUR_MS) {
    const isUnused = meaning.isTotal && !meaning.isToday && max === 0 && min === 0
    // Days do not bring ever more, each a little of what is there already.
    const stepWh = ((max - min) * factor * DAY_MS) / (Math.max(1, count - 1) * stepMs)
    const isHigh = stepWh > LEAST_DAY_WH && medianOf(one) * factor > LONG_RISE * stepWh
    const isLongRise = isRising && !meaning.isToday && falls === 0 && rises >= MOST_RISES && isHigh
    if ((isHuge && (isRising || rises === 0)) || isUnused) one.form = 'total'
    else if (isRising && meaning.isTotal && !meaning.isToday && count > 2) {
      one.form = 'total'
      // The months of a spring bring ever more, too.
      if (count < (stepMs >= MONTH_MS ? 13 : 6) && !isHuge) one.open.add('form')
    } else {
      one.form = 'energy'
      if (isHuge) askUnit(one)
      else if (isLongRise) one.open.add('form')
    }
    return
  }
  const isDaily = isLadder(content, meaning.isToday)
  if (isHuge) {
    if (isDaily || (isRising && meaning.isToday && content.days === 1)) one.form = 'today'
    else if (isRising || (rises === 0 && content.negatives === 0)) one.form = 'total'
    else {
      one.form = 'energy'
      askUnit(one)
    }
    return
  }
  if (isDaily) one.form = 'today'
  else if (isRising && count > 4) {
    const isLong = content.days > 1 && spanOf(one) > 20 * HOUR_MS
    const isLevel = min * 5 > (max - min) * 1 && min > 5 * (max - min)
    if (isLong || isLevel || (meaning.isTotal && !meaning.isToday))
      one.form = content.days > 1 && meaning.isToday && !isLong ? 'today' : 'total'
    else if (meaning.isToday || spanOf(one) > 10 * HOUR_MS) one.form = 'today'
    else {
      one.form = 'energy'
      one.open.add('form')
    }
  } else if (falls === 0 && rises > 0 && min > 0 && count > FEW_ROWS) {
    // No energies of so many hours never fall.
    const isLevel = min > 5 * (max - min)
    one.form = isLevel ? 'total' : 'energy'
    if (!isLevel && rises > FEW_VALUES) one.open.add('form')
  } else one.form = 'energy'
  if (one.form === 'total' && meaning.isToday && content.days === 1) one.form = 'today'
}

/** A format's word on a column holds where the values do not speak against it; else a person decides. */
export function settleForm(one: Candidate): void {
  const { known, content, stepMs } = one
  if (known?.form === undefined || one.open.has('unit')) return
  const { count, rises, falls, dips, resets } = content
  const isCounter = rises > FEW_VALUES && falls <= RISING * count && content.days > 1
  if (known.form === 'power') {
    if (isCounter) askUnit(one)
    return
  }
  const isDaily = stepMs >= 20 * HOUR_MS
  const form = isDaily && known.form === 'today' ? 'energy' : known.form
  const found = one.form
  one.open.delete('form')
  one.form = form
  const isFalling = falls - dips > Math.max(1, RISING * count)
  const isAgainst =
    form === 'total'
      ? isFalling
      : form === 'today'
        ? falls - resets > Math.max(1, 0.02 * count) || (isCounter && found === 'total')
        : found !== 'energy' && rises > FEW_VALUES
  if (!isAgainst) return
  one.form = found
  one.open.add('form')
}

function askUnit(one: Candidate): void {
  one.open.add('unit')
  one.unitChoices.push(...(['W', 'kW', 'Wh', 'kWh'] as const))
}

const spanOf = ({ order, stepMs }: Candidate): number => order.length * stepMs

function medianOf({ values, order }: Candidate): number {
  const some = Float64Array.from(order, (row) => values[row] as number)
    .filter((value) => value !== 0 && !Number.isNaN(value))
    .sort()
  return some[Math.floor(some.length / 2)] ?? 0
}

/**
 * A column that may be a counter is one where others of the same unit are. A column that only looks like one is none where
 * those of the same unit, and no words, are energies.
 */
export function followSiblings(all: readonly Candidate[], plant: UnderstandFor): void {
  const energies = all.filter(
    ({ form, open, unit, content }) =>
      form === 'energy' &&
      isFit('energy', unit) &&
      !open.has('form') &&
      content.falls - content.resets > Math.max(1, FALLING * content.count),
  )
  for (const one of all) {
    const { content, meaning, stepMs } = one
    const limitWh = (mostW(one.flow, plant) * stepMs) / HOUR_MS
    const isNamed = meaning.isReading || ((meaning.isToday || meaning.isTotal) && !one.open.has('form'))
    const isCounter = one.form === 'today' || one.form === 'total' || one.open.has('form')
    if (!isCounter || isNamed || content.max * factorOf[one.unit] > limitWh) continue
    const sibling = energies.find((other) => other !== one && other.unit === one.unit && other.stepMs === stepMs)
    if (sibling === undefined) continue
    one.form = 'energy'
    one.open.delete('form')
  }
  const counters = all.filter(({ form, open }) => form === 'total' && !open.has('form'))
  for (const one of all) {
    if (!isFit('energy', one.unit) || one.form === 'total') continue
    const isCounting = one.content.falls === 0 && one.content.max > 0 && !one.meaning.isToday
    const sibling = counters.find((other) => other !== one && other.unit === one.unit && alike(other.head, one.head))
    if (sibling === undefined || !isCounting) continue
    one.form = 'total'
    one.open.delete('form')
  }
}

/** Headings of the same making: "Import T1 kWh" and "Export T2 kWh". */
const alike = (a: string, b: string): boolean => {
  const words = (head: string): number =>
    plainWords(head)
      .split(/[^\p{L}\d]+/u)
      .filter(Boolean).length
  return Math.abs(words(a) - words(b)) <= 1
}
