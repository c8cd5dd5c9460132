/** From a device's series to lines, bars and axes. */

import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { ShownUnit } from '@heliograph/domain/format/quantity.ts'
import { type TemperatureUnit, toFahrenheit } from '@heliograph/domain/format/temperature.ts'
import { getQuantity, isQuantityId, type Quantity, type QuantityUnit } from '@heliograph/domain/quantities.ts'
import type { DeviceSeries } from '../../../../api/device-detail.ts'
import type { LineAxis, LinePoint, LineSeries, LineShape } from '../../../../charts/line-data.ts'
import type { Period } from '../../../../charts/period/period.ts'
import type { Resolution, TimeRange } from '../../../../charts/time-ticks.ts'
import { canShow, MOST_UNITS } from './history-state.ts'
import { looksOf } from './series-looks.ts'

export const resolutionOf: Readonly<Record<Period, Resolution>> = {
  day: 'instant',
  week: 'hour',
  month: 'day',
  year: 'month',
  total: 'year',
}

const steps: Readonly<Record<Exclude<Period, 'day'>, number>> = {
  week: HOUR_MS,
  month: DAY_MS,
  year: 30.44 * DAY_MS,
  total: 365.25 * DAY_MS,
}

/** Distance of two points, ms. */
export const stepOf = (period: Period, intervalS: number): number =>
  period === 'day' ? Math.max(60, intervalS) * 1000 : steps[period]

/** A bar is above the start of its hour, day or month: the axis starts half a bar earlier, so that none is cut. */
export function chartRange(period: Period, range: TimeRange): TimeRange {
  if (period === 'day') return range
  const half = steps[period] / 2
  return { fromMs: range.fromMs - half, toMs: range.toMs - half }
}

const following: ReadonlySet<QuantityUnit> = new Set(['V', 'Hz', '°C', 'ratio', 'Ohm', 'count', 'h'])

/** A counter's increase per period is a bar; a state holds until the next; a gauge is a line, from a month on a range. */
export function shapeOf(quantity: Quantity, period: Period): LineShape {
  if (quantity.kind === 'state') return 'step'
  // A line from one month to the next would claim values that were not measured.
  if (quantity.kind === 'gauge' && (period === 'month' || period === 'year' || period === 'total')) return 'range'
  if (quantity.kind !== 'counter' || period === 'day') return 'line'
  // Within a week a daily counter shows its rise; from a month on its last value is the day's sum.
  return quantity.daily && period === 'week' ? 'line' : 'bar'
}

/** `unit` is the unit of the points: Fahrenheit if preferred, else the quantity's own. */
export type HistorySeries = LineSeries & Readonly<{ quantity: Quantity; unit: ShownUnit }>

const mapValue = (value: number | null, convert: (value: number) => number): number | null =>
  value === null ? null : convert(value)

export function toSeries(
  found: readonly DeviceSeries[],
  ids: readonly string[],
  period: Period,
  nameOf: (id: string) => string,
  temperature: TemperatureUnit = 'C',
): readonly HistorySeries[] {
  const looks = looksOf(ids)
  const byId = new Map(found.map((item) => [item.quantity, item]))
  const series = ids.flatMap((id, index): readonly HistorySeries[] => {
    const one = byId.get(id)
    const look = looks[index]
    if (!one || !look || !isQuantityId(id)) return []
    const quantity = getQuantity(id)
    if (!canShow(quantity, period)) return []
    const isFahrenheit = quantity.unit === '°C' && temperature === 'F'
    const unit = isFahrenheit ? '°F' : quantity.unit
    const convert = isFahrenheit ? toFahrenheit : (same: number): number => same
    const points = one.points.map(
      ({ atMs, value, min, max, estimated }): LinePoint => ({
        atMs,
        value: mapValue(value, convert),
        ...(min === null || max === null || quantity.kind !== 'gauge' ? {} : { min: convert(min), max: convert(max) }),
        ...(estimated ? { estimated } : {}),
      }),
    )
    const shape = shapeOf(quantity, period)
    const color = shape === 'bar' ? look.fill : look.color
    return [{ id, name: nameOf(id), color, stroke: look.stroke, axis: unit, shape, points, quantity, unit }]
  })
  return period === 'day' ? separateReadings(series) : series
}

const READING = 'reading'

/**
 * On a day a counter's reading of many MWh would flatten the energies beside it: it gets its own axis if one is free.
 */
function separateReadings(series: readonly HistorySeries[]): readonly HistorySeries[] {
  const isReading = ({ quantity }: HistorySeries): boolean => quantity.kind === 'counter' && !quantity.daily
  const axes = new Set(series.map(({ axis }) => axis))
  if (axes.size >= MOST_UNITS) return series
  return series.map((historySeries) => (isReading(historySeries) ? { ...historySeries, axis: READING } : historySeries))
}

export function toAxes(series: readonly HistorySeries[]): readonly LineAxis[] {
  const axes = new Map<string, LineAxis>()
  for (const { axis, quantity, unit } of series) {
    axes.set(axis, {
      id: axis,
      unit,
      fromZero: axis !== READING && !following.has(quantity.unit),
      ...(unit === '%' ? { full: 100 } : {}),
    })
  }
  return [...axes.values()]
}

export const hasPoints = (series: readonly LineSeries[]): boolean =>
  series.some(({ points }) => points.some(({ value }) => value !== null))

export const hasSpread = (series: readonly LineSeries[]): boolean =>
  series.some(({ points }) => points.some(({ min }) => typeof min === 'number'))

export const hasEstimates = (series: readonly LineSeries[]): boolean =>
  series.some(({ points }) => points.some(({ estimated }) => estimated))
