import type { DaySum } from '@heliograph/domain/performance/sum-days.ts'
import { addMonths, daysBetween, localDate } from '@heliograph/domain/time.ts'
import {
  comparePeriods,
  type DayPoint,
  type EnergyFigures,
  getFacts,
  type PlantFacts,
  periodFigures,
  plantDay,
} from '../../fleet/plants/plants.ts'
import { type AlarmsOfPeriod, summarizeAlarms } from '../../insight/alarms/alarms.ts'
import { type DayQuality, monthQuality } from '../../insight/data-quality/data-quality.ts'
import { rangePerformance } from '../../insight/performance/performance.ts'
import type { Db } from '../../platform/db/database.ts'
import { MOST_ALARMS } from './alarm-section.ts'
import { calendarPeriod, lastDayOf, type ReportPeriod, requirePeriod } from './report-period.ts'

/** Everything that a plant's report says; nothing in it is computed for the report. */
export type PlantReport = Readonly<{
  facts: PlantFacts
  period: ReportPeriod
  today: string
  createdAtMs: number
  /** The period is not over. */
  isRunning: boolean
  whole: EnergyFigures
  /** Day by day (YYYY-MM-DD) or month by month (YYYY-MM), none left out. */
  parts: readonly Readonly<{ key: string; figures: EnergyFigures }>[]
  /** The same month or year before, where both are over. */
  before: Readonly<{ period: ReportPeriod; figures: EnergyFigures }> | undefined
  /** The curve of a single day. */
  curve: readonly DayPoint[] | undefined
  performance: Readonly<{ whole: DaySum; parts: ReadonlyMap<string, DaySum> }>
  quality: readonly DayQuality[]
  /** undefined: the reader may not see alarms. */
  alarms: AlarmsOfPeriod | undefined
}>

type Given = Readonly<{
  period: ReportPeriod
  nowMs: number
  /** The reader may see alarms. */
  hasAlarms: boolean
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => Promise<void>) | undefined
}>

/** Reads what a plant's page, its performance and its data quality show of a period. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function readPlantReport(db: Db, plantId: number, options: Given): Promise<PlantReport> {
  const { period, nowMs, hasAlarms, onProgress } = options
  const facts = await getFacts(db, plantId)
  const today = localDate(nowMs, facts.zone)
  requirePeriod(period, today)
  const last = period.to < today ? period.to : today
  const isRunning = period.to >= today
  const energies = await readEnergies(db, facts, period, nowMs)
  await onProgress?.(0.2)
  const performance = await rangePerformance(db, plantId, { ...period, to: last })
  const quality = await readQuality(db, plantId, { ...period, to: last }, options)
  const span = { from: period.from, to: last, most: MOST_ALARMS, nowMs }
  return {
    facts,
    period,
    today,
    isRunning,
    quality,
    createdAtMs: nowMs,
    alarms: hasAlarms ? await summarizeAlarms(db, plantId, span) : undefined,
    ...energies,
    before: isRunning ? undefined : await readBefore(db, facts, period, nowMs),
    curve: period.from === period.to ? (await plantDay(db, plantId, period.from, nowMs)).points : undefined,
    performance: {
      whole: performance.whole,
      parts: new Map(performance.parts.map(({ part, sum }) => [part, sum])),
    },
  }
}

/** A calendar month or year has the figures of the plant's page, other days those of its comparison. */
export async function readEnergies(
  db: Db,
  facts: PlantFacts,
  period: ReportPeriod,
  nowMs: number,
): Promise<Pick<PlantReport, 'whole' | 'parts'>> {
  const kind = calendarPeriod(period, localDate(nowMs, facts.zone))
  if (kind !== undefined) {
    const { statistics, rows } = await periodFigures(db, facts, kind, period.from, nowMs)
    const keyOf = (year: number, ...rest: readonly number[]): string =>
      [String(year).padStart(4, '0'), ...rest.map((part) => String(part).padStart(2, '0'))].join('-')
    return {
      whole: statistics,
      parts: rows.map(({ year, month, day, figures }) => ({
        key: kind === 'year' ? keyOf(year, month) : keyOf(year, month, day),
        figures,
      })),
    }
  }
  const { ranges } = await comparePeriods(db, facts.plantId, { ...period, others: [] }, nowMs)
  const [range] = ranges
  if (range === undefined) throw new Error('A comparison has its own range')
  return { whole: range.whole, parts: range.days.map(({ date, figures }) => ({ key: date, figures })) }
}

async function readBefore(
  db: Db,
  facts: PlantFacts,
  period: ReportPeriod,
  nowMs: number,
): Promise<PlantReport['before']> {
  const kind = calendarPeriod(period, localDate(nowMs, facts.zone))
  if (kind === undefined) return undefined
  const from = `${addMonths(period.from.slice(0, 7), -12)}-01`
  const { statistics } = await periodFigures(db, facts, kind, from, nowMs)
  if (statistics.energy.generation === null) return undefined
  return { period: { step: period.step, from, to: lastDayOf(kind, from) }, figures: statistics }
}

/** Month by month, as the page of the data's quality shows them. */
export async function readQuality(
  db: Db,
  plantId: number,
  { from, to }: ReportPeriod,
  { nowMs, signal, onProgress }: Pick<Given, 'nowMs' | 'signal' | 'onProgress'>,
): Promise<readonly DayQuality[]> {
  if (daysBetween(from, to) < 0) return []
  const days: DayQuality[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addMonths(month, 1)) {
    signal?.throwIfAborted()
    const found = await monthQuality(db, plantId, month, nowMs)
    days.push(...found.days.filter(({ date }) => date >= from && date <= to))
    await onProgress?.(0.2 + 0.6 * (days.length / (daysBetween(from, to) + 1)))
  }
  return days
}
