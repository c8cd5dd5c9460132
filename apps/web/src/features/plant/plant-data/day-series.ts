/** The series of the day curve: the available ones, the default selection, and their points. */
import { dayBounds, type Interval } from '@heliograph/domain/time.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { DayCurveFigures, PowerSlot } from '../../../api/plant-figures.ts'
import { type LinePoint, type LineShape, withGaps } from '../../../charts/line-data.ts'
import type { PlantParts } from '../../../plant/plant-parts.ts'

export const daySeriesIds = [
  'pv',
  'load',
  'soc',
  'feedIn',
  'buy',
  'charge',
  'discharge',
  'grid',
  'battery',
  'generator',
  'ups',
] as const
export type DaySeriesId = (typeof daySeriesIds)[number]

type Definition = Readonly<{
  id: DaySeriesId
  name: TextKey
  color: string
  axis: 'power' | 'soc'
  shape: LineShape
  dashed?: true
  on: boolean
  part?: keyof PlantParts
  value: (slot: PowerSlot) => number | null
}>

// biome-ignore format: a table
export const dayDefinitions: readonly Definition[] = [
  { id: 'pv', name: 'plant-data.series.production', color: 'solar-line', axis: 'power', shape: 'area', on: true, value: (r) => r.pvW },
  { id: 'load', name: 'plant-data.series.consumption', color: 'load-line', axis: 'power', shape: 'line', on: true, part: 'load', value: (r) => r.loadW },
  { id: 'soc', name: 'plant-data.series.soc', color: 'battery-line', axis: 'soc', shape: 'line', dashed: true, on: true, part: 'battery', value: (r) => r.socPercent },
  { id: 'feedIn', name: 'plant-data.series.feedIn', color: 'grid', axis: 'power', shape: 'line', on: false, part: 'grid', value: (r) => r.exportW },
  { id: 'buy', name: 'plant-data.series.purchase', color: 'grid-line', axis: 'power', shape: 'line', dashed: true, on: false, part: 'grid', value: (r) => r.importW },
  { id: 'charge', name: 'plant-data.series.charging', color: 'battery', axis: 'power', shape: 'line', on: false, part: 'battery', value: (r) => r.chargeW },
  { id: 'discharge', name: 'plant-data.series.discharging', color: 'battery-line', axis: 'power', shape: 'line', dashed: true, on: false, part: 'battery', value: (r) => r.dischargeW },
  { id: 'grid', name: 'plant-data.series.grid', color: 'grid-line', axis: 'power', shape: 'line', on: false, part: 'grid', value: (r) => r.gridW },
  { id: 'battery', name: 'plant-data.series.battery', color: 'battery-line', axis: 'power', shape: 'line', on: false, part: 'battery', value: (r) => r.batteryW },
  { id: 'generator', name: 'plant-data.series.generator', color: 'generator-line', axis: 'power', shape: 'line', on: false, part: 'generator', value: (r) => r.generatorW },
  { id: 'ups', name: 'plant-data.series.ups', color: 'ups-line', axis: 'power', shape: 'line', on: false, part: 'ups', value: (r) => r.upsW },
]

export const offered = (parts: PlantParts): readonly Definition[] =>
  dayDefinitions.filter(({ part }) => part === undefined || parts[part])

/** Groups of the picker: nine buttons in one heap are hard to read. */
const groupOf: Readonly<Record<DaySeriesId, 'power' | 'battery' | 'grid'>> = {
  pv: 'power',
  load: 'power',
  generator: 'power',
  ups: 'power',
  soc: 'battery',
  charge: 'battery',
  discharge: 'battery',
  battery: 'battery',
  feedIn: 'grid',
  buy: 'grid',
  grid: 'grid',
}

/** The offered series in their groups, without empty ones. */
export const offeredGroups = (parts: PlantParts) =>
  (['power', 'battery', 'grid'] as const).flatMap((group) => {
    const definitions = offered(parts).filter(({ id }) => groupOf[id] === group)
    return definitions.length > 0 ? [{ group, definitions }] : []
  })

/** The selected series: from the URL, else the default. Unknown words in the URL are ignored. */
export function readSelection(param: string | null, parts: PlantParts): ReadonlySet<DaySeriesId> {
  const all = offered(parts)
  if (param === null) return new Set(all.filter(({ on }) => on).map(({ id }) => id))
  const words = param.split('.')
  return new Set(all.filter(({ id }) => words.includes(id)).map(({ id }) => id))
}

/** The value for the URL; nothing for the default. */
export function writeSelection(selected: ReadonlySet<DaySeriesId>, parts: PlantParts): string | null {
  const all = offered(parts)
  if (all.every(({ id, on }) => on === selected.has(id))) return null
  return (
    all
      .filter(({ id }) => selected.has(id))
      .map(({ id }) => id)
      .join('.') || 'none'
  )
}

/**
 * At night the server may fill in that a silent plant produces nothing, which is certain; the use of its silent
 * consumers is not.
 */
export const hasData = (slot: PowerSlot, id: DaySeriesId): boolean => id === 'pv' || slot.coverage > 0

export function pointsOf(day: DayCurveFigures, id: DaySeriesId, shiftMs = 0): readonly LinePoint[] {
  const value = dayDefinitions.find((definition) => definition.id === id)?.value
  if (!value) return []
  const points = day.slots.map(
    (slot): LinePoint => ({
      atMs: slot.atMs + shiftMs,
      value: hasData(slot, id) ? value(slot) : null,
      ...(slot.estimated ? { estimated: true } : {}),
    }),
  )
  return withGaps(points, 3 * Math.max(day.intervalS, 300) * 1000)
}

/** Moves yesterday's curve to today by the wall clock: across a clock change noon is still at noon. */
export function comparisonShiftMs(ghost: Interval, shown: Interval): number {
  const half = (interval: Interval): number => interval.fromMs + (interval.toMs - interval.fromMs) / 2
  const even = ghost.toMs - ghost.fromMs === shown.toMs - shown.fromMs
  // Most of a day is after the clock change (at two or three at night), so the ends are aligned then.
  return even ? half(shown) - half(ghost) : shown.toMs - ghost.toMs
}

/** Share of a day's slots so far with data, 0 to 1; null before the first slot is over. */
export function coverageOf(day: DayCurveFigures, nowMs: number): number | null {
  const { fromMs, toMs } = dayBounds(day.date, day.zone)
  const untilMs = Math.min(toMs, nowMs)
  const gapsMs = day.gaps.reduce(
    (sum, gap) => sum + Math.max(0, Math.min(gap.toMs, untilMs) - Math.max(gap.fromMs, fromMs)),
    0,
  )
  return untilMs - fromMs < 600_000 ? null : Math.max(0, 1 - gapsMs / (untilMs - fromMs))
}
