/** From the answer to lines and axes. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { ShownUnit } from '@heliograph/domain/format/quantity.ts'
import { type TemperatureUnit, toFahrenheit } from '@heliograph/domain/format/temperature.ts'
import { getQuantity, type Quantity, type QuantityUnit } from '@heliograph/domain/quantities.ts'
import type { Explored, ExploredSeries, Step } from '../../../api/explorer.ts'
import { type LineAxis, type LinePoint, type LineSeries, strokes } from '../../../charts/line-data.ts'
import type { Resolution } from '../../../charts/time-ticks.ts'

export type ExplorerLine = LineSeries &
  Readonly<{ source: ExploredSeries; quantity: Quantity; unit: ShownUnit; stroke: NonNullable<LineSeries['stroke']> }>

const HUES = 12

/** The hue and the stroke of the nth series, the same as long as it stays in its place. */
export const lookAt = (nth: number) => ({
  color: `chart-${(nth % HUES) + 1}`,
  stroke: strokes[nth % strokes.length] ?? ('solid' as const),
})

type Naming = Readonly<{
  quantity: (id: string) => string
  temperature: TemperatureUnit
  /** A counter's energy per step, a power per kW. */
  full: (name: string, series: ExploredSeries) => string
}>

/** `Inverter 1 · AC power`; with the plant where there are several. */
export function nameOf(
  series: ExploredSeries,
  all: readonly ExploredSeries[],
  quantity: (id: string) => string,
): string {
  const many = new Set(all.map(({ plantId }) => plantId)).size > 1
  const place = [
    ...(many || series.deviceName === null ? [series.plantName] : []),
    ...(series.deviceName === null ? [] : [series.deviceName]),
  ]
  return [...place, quantity(series.quantity)].join(' · ')
}

/** @param order the references as chosen: they give each line its look */
export function toLines(data: Explored, order: readonly string[], naming: Naming): readonly ExplorerLine[] {
  return data.series.map((source): ExplorerLine => {
    const quantity = getQuantity(source.quantity)
    const isFahrenheit = quantity.unit === '°C' && naming.temperature === 'F'
    const unit: ShownUnit = isFahrenheit ? '°F' : quantity.unit
    const convert = (value: number): number => (isFahrenheit ? toFahrenheit(value) : value)
    return {
      id: source.reference,
      name: naming.full(nameOf(source, data.series, naming.quantity), source),
      ...lookAt(Math.max(0, order.indexOf(source.reference))),
      axis: axisOf(source, unit),
      // Values for a whole step, or until the next code, are drawn as steps.
      shape: source.kind === 'increment' || source.kind === 'state' || quantity.kind === 'state' ? 'step' : 'line',
      points: source.points.map((point) => toPoint(point, convert)),
      source,
      quantity,
      unit,
    }
  })
}

/** Readings of counters would flatten the energies beside them. */
const axisOf = ({ kind, quantity }: ExploredSeries, unit: ShownUnit): string =>
  kind === 'reading' && getQuantity(quantity).kind === 'counter' && !getQuantity(quantity).daily
    ? `${unit} reading`
    : unit

function toPoint(
  { atMs, value, least, greatest, estimated }: ExploredSeries['points'][number],
  convert: (value: number) => number,
): LinePoint {
  return {
    atMs,
    value: value === null ? null : convert(value),
    ...(least === null || greatest === null ? {} : { min: convert(least), max: convert(greatest) }),
    ...(estimated ? { estimated } : {}),
  }
}

const following: ReadonlySet<QuantityUnit> = new Set(['V', 'Hz', '°C', 'ratio', 'Ohm', 'count', 'h'])

export function toAxes(lines: readonly ExplorerLine[]): readonly LineAxis[] {
  const axes = new Map<string, LineAxis>()
  for (const { axis, quantity, unit } of lines)
    axes.set(axis, {
      id: axis,
      unit,
      fromZero: !axis.endsWith('reading') && !following.has(quantity.unit),
      ...(unit === '%' ? { full: 100 } : {}),
    })
  return [...axes.values()].slice(0, 3)
}

const resolutions: Readonly<Record<Step, Resolution>> = {
  sample: 'instant',
  hour: 'hour',
  day: 'day',
  month: 'month',
  year: 'year',
}
const order: readonly Step[] = ['sample', 'hour', 'day', 'month', 'year']
const stepsMs: Readonly<Record<Step, number>> = {
  sample: 5 * MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  month: 30.44 * DAY_MS,
  year: 365.25 * DAY_MS,
}

/** The finest step of all series. */
export function finestStep(series: readonly ExploredSeries[]): Step {
  return order.find((step) => series.some((item) => item.step === step)) ?? 'sample'
}
export const resolutionOf = (step: Step): Resolution => resolutions[step]

/** Distance of two points of the coarsest series: how far from the cursor a point may be. */
export const widestStepMs = (series: readonly ExploredSeries[]): number =>
  Math.max(MINUTE_MS, ...series.map(({ step, slotMs }) => Math.max(stepsMs[step], slotMs ?? 0)))
