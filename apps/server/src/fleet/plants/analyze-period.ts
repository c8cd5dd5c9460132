import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { consumptionWh } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { modulesOn } from '@heliograph/domain/former-modules.ts'
import { addDays, daysBetween, isDate, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { firstDay, type PlantPeriod as Measured, plantDays } from '../telemetry/telemetry.ts'
import { ANALYSIS_VERSION, analysisRules, type Finding, judgePeriod, type PeriodFacts } from './judge-period.ts'
import { boundsOf, spansBefore } from './period-span.ts'
import { plantDay } from './plant-day.ts'
import { getFacts } from './plant-facts.ts'
import { skyFigures } from './sky-figures.ts'

export type AnalyzedKind = 'daily' | 'month' | 'year'
export type PeriodAnalysis = Readonly<{
  plantId: number
  kind: AnalyzedKind
  from: string
  to: string
  isRunning: boolean
  generationWh: number | null
  useWh: number | null
  /** The most important first. */
  findings: readonly Finding[]
  version: number
}>

/** The days before a day that make its usual consumption. */
const USUAL_DAYS = 28

/**
 * Findings from the figures of a day, month or year, measured against clear skies and the plant's own past.
 * @param date a day of the period, or its month or year; undefined: today's
 * @throws Refusal NOT_FOUND, PARAM_ERROR
 */
export async function analyzePeriod(
  db: Db,
  plantId: number,
  kind: AnalyzedKind,
  date: string | undefined,
  nowMs: number,
): Promise<PeriodAnalysis> {
  const plant = await getFacts(db, plantId)
  const { zone } = plant
  const today = localDate(nowMs, zone)
  const wanted = toDay(date, today)
  const span = boundsOf(kind, wanted, today)
  const [days, usualUse, { clearSkyWh, comparison, missing }] = await Promise.all([
    span.from > span.to ? [] : plantDays(db, plantId, span.from, span.to),
    findUsualUse(db, plantId, kind, span),
    kind === 'daily' ? factsOfDay(db, plantId, wanted, nowMs) : factsOfMonths(db, plantId, kind, wanted, nowMs),
  ])
  const generationWh = sumOf(days.flatMap(({ energy }) => energy.generation ?? []))
  // A day that is not over says nothing about a day's consumption.
  const wholeDays = usesOf(days.filter(({ period }) => period !== today))
  const used = sumOf(wholeDays)
  const findings = judgePeriod({
    capacityWp: modulesOn(plant, span.to).capacityWp,
    generationWh,
    clearSkyWh,
    before: comparison,
    useWh: used === null ? null : used / wholeDays.length,
    usualUse,
    missing,
  })
  return {
    plantId,
    kind,
    ...span,
    isRunning: span.to === today,
    generationWh,
    useWh: sumOf(usesOf(days)),
    findings,
    version: ANALYSIS_VERSION,
  }
}

/** Whether a plant measures what is judged. @throws Refusal NOT_FOUND */
export async function analysisInputs(
  db: Db,
  plantId: number,
  nowMs: number,
): Promise<Readonly<{ production: boolean; consumption: boolean }>> {
  const { zone } = await getFacts(db, plantId)
  const today = localDate(nowMs, zone)
  const days = await plantDays(db, plantId, addDays(today, -USUAL_DAYS), today)
  return {
    production: days.some(({ energy }) => energy.generation !== null),
    consumption: usesOf(days).length >= analysisRules.useLeastDays,
  }
}

/** Completes a month or a year with its first day. */
function toDay(date: string | undefined, today: string): string {
  if (date === undefined) return today
  const full = `${date}-01-01`.slice(0, 10)
  if (!isDate(full) || full < '1970' || full >= '2200') throw new Refusal('PARAM_ERROR', { field: 'c' })
  return full
}

const sumOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
const usesOf = (days: readonly Measured[]): readonly number[] =>
  days.flatMap(({ energy, balanced = energy }) => consumptionWh(balanced) ?? [])

type Span = Readonly<{ from: string; to: string }>
type OfKind = Pick<PeriodFacts, 'clearSkyWh' | 'missing'> & Readonly<{ comparison: PeriodFacts['before'] }>

async function factsOfDay(db: Db, plantId: number, date: string, nowMs: number): Promise<OfKind> {
  const { sky, gaps, points } = await plantDay(db, plantId, date, nowMs)
  // A plant may have counters alone: its empty curve says nothing about silence.
  const shownGaps = points.some(({ coverage }) => coverage > 0) ? gaps : []
  const missingMs = shownGaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  return { ...sky, missing: { amount: missingMs / HOUR_MS, unit: 'h' } }
}

async function factsOfMonths(
  db: Db,
  plantId: number,
  kind: 'month' | 'year',
  date: string,
  nowMs: number,
): Promise<OfKind> {
  const facts = await getFacts(db, plantId)
  const today = localDate(nowMs, facts.zone)
  const { from, to } = boundsOf(kind, date, today)
  const [sky, first] = await Promise.all([skyFigures(db, facts, kind, date, nowMs), firstDay(db, plantId)])
  const since = first === undefined || first < from ? from : first
  const until = to === today ? addDays(today, -1) : to
  if (first === undefined || since > until) return { ...sky, missing: { amount: 0, unit: 'd' } }
  // Energy of a silent stretch is divided over its days: these rows have no samples.
  const heard = (await plantDays(db, plantId, since, until)).filter(({ samples }) => samples > 0).length
  return { ...sky, missing: { amount: daysBetween(since, until) + 1 - heard, unit: 'd' } }
}

/** A day's usual consumption: of the four weeks before a day, or of the period that a longer one is compared with. */
async function findUsualUse(db: Db, plantId: number, kind: AnalyzedKind, { from, to }: Span) {
  if (from > to) return null
  const spans =
    kind === 'daily'
      ? [{ with: 'month', from: addDays(from, -USUAL_DAYS), to: addDays(from, -1) } as const]
      : spansBefore(kind, from, to)
  for (const span of spans) {
    const uses = usesOf(await plantDays(db, plantId, span.from, span.to))
    const least = 'leastDays' in span ? span.leastDays : analysisRules.useLeastDays
    const sum = sumOf(uses)
    if (sum === null || uses.length < least) continue
    return { with: span.with, from: span.from, to: span.to, days: uses.length, wh: sum / uses.length }
  }
  return null
}
