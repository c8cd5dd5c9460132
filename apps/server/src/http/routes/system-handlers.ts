import type { Analysis, AnalysisPeriod } from '@heliograph/contract/maintain-s/history.ts'
import {
  ANALYSIS_VERSION,
  type AnalyzedKind,
  analysisInputs,
  analysisRules,
  analyzePeriod,
  comparePeriods,
  energySaved,
  getBillingDay,
  type PeriodAnalysis,
  plantDay,
  plantFigures,
  plantNow,
  plantPeriod,
  savingFactors,
  setBillingDay,
} from '../../fleet/plants/plants.ts'
import type { FamilyHandlers } from './handler.ts'
import { toDayRecord, toOtherRange, toPeriodStats, toRangeRow } from './history-wire.ts'
import { toKwh } from './scales.ts'
import { toFastSystem, toOperatingSystem } from './system-wire.ts'

const kindOfAnalysis: Readonly<Record<AnalysisPeriod, AnalyzedKind>> = {
  day: 'daily',
  month: 'month',
  year: 'year',
}
const wireKind: Readonly<Record<AnalyzedKind, AnalysisPeriod>> = { daily: 'day', month: 'month', year: 'year' }

function toWireAnalysis(found: PeriodAnalysis): Analysis {
  const findings = found.findings.map(({ value, usual, unit, ...same }) => ({
    ...same,
    value: unit === 'Wh' ? toKwh(value) : value,
    usual: unit === 'Wh' ? toKwh(usual) : usual,
    unit: unit === 'Wh' ? ('kWh' as const) : unit,
  }))
  const [first] = findings
  return {
    id: found.plantId,
    period: wireKind[found.kind],
    from: found.from,
    to: found.to,
    running: found.isRunning,
    analysisResult: first?.code ?? 'noData',
    type: first?.type ?? 'data',
    genValue: toKwh(found.generationWh),
    useValue: toKwh(found.useWh),
    findings,
    version: found.version,
  }
}

export const systemHandlers = {
  'GET /maintain-s/fast/system/{id}': async ({ params, context }) =>
    toFastSystem(await plantNow(context.db, params.id, context.nowMs)),
  'GET /maintain-s/operating/system/{id}': async ({ params, context }) =>
    toOperatingSystem(await plantFigures(context.db, params.id, context.nowMs)),
  'POST /maintain-s/operating/station/generation/energy-saved': async ({ body, context }) => {
    const { generationWh, income, savings } = await energySaved(context.db, body.id)
    return {
      standardCoalSaved: savings?.coalT ?? null,
      emissionReductionCO2: savings?.co2T ?? null,
      treesPlanted: savings?.trees ?? null,
      incomeTotal: income,
      generationTotal: toKwh(generationWh),
      factors: savingFactors,
    }
  },
  'GET /maintain-s/history/power/{id}/record': async ({ params, query, context }) =>
    toDayRecord(await plantDay(context.db, params.id, query.date, context.nowMs)),
  'GET /maintain-s/history/power/{id}/stats/{type}': async ({ params, query, context }) =>
    toPeriodStats(await plantPeriod(context.db, params.id, params.type, query.date, context.nowMs)),
  'GET /maintain-s/history/batteryPower/{id}/stats/{type}': async ({ params, query, context }) => {
    const period = await plantPeriod(context.db, params.id, params.type, query.date, context.nowMs)
    if (params.type !== 'daily') return toPeriodStats(period)
    const day = await plantDay(context.db, params.id, period.period, context.nowMs)
    return { ...toPeriodStats(period), curve: toDayRecord(day) }
  },
  'GET /maintain-s/history/power/{id}/range': async ({ params, query, context }) => {
    const wanted = { from: query.from, to: query.to, others: [query.with ?? []].flat().map(toOtherRange) }
    const { zone, currency, ranges } = await comparePeriods(context.db, params.id, wanted, context.nowMs)
    return { timeZone: zone, currency, rangeList: ranges.map(toRangeRow) }
  },
  'GET /maintain-s/station/{id}/config/billing': async ({ params, context }) => ({
    day: await getBillingDay(context.db, params.id),
  }),
  'POST /maintain-s/station/{id}/config/billing': async ({ params, body, context }) => {
    const before = await setBillingDay(context.db, params.id, body.day)
    return { changes: before === body.day ? [] : [{ field: 'billingDay', before, after: body.day }] }
  },
  'GET /maintain-s/history/power/analysis/{a}/{b}': async ({ params: { a, b }, context }) =>
    toWireAnalysis(await analyzePeriod(context.db, a, kindOfAnalysis[b], undefined, context.nowMs)),
  'GET /maintain-s/history/power/analysis/{a}/{b}/{c}': async ({ params: { a, b, c }, context }) =>
    toWireAnalysis(await analyzePeriod(context.db, a, kindOfAnalysis[b], c, context.nowMs)),
  'GET /maintain-s/history/power/analysis/version/{id}': async ({ params, context }) => ({
    id: params.id,
    version: ANALYSIS_VERSION,
    ...(await analysisInputs(context.db, params.id, context.nowMs)),
    rules: { ...analysisRules },
  }),
} satisfies Partial<FamilyHandlers<'maintain-s'>>
