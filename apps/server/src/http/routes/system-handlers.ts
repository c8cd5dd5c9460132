import { dayCurve, period as periodCodec, range as rangeCodec } from '@heliograph/contract/codecs/periods.ts'
import { plantFigures as figuresCodec, savings as savingsCodec } from '@heliograph/contract/codecs/plant-figures.ts'
import { plantNow as plantNowCodec } from '@heliograph/contract/codecs/plant-now.ts'
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
import { toKwh } from './scales.ts'
import { toPlantFigures, toPlantNow } from './shown-figures.ts'
import { toDayCurve, toOtherRange, toPeriod, toRange } from './shown-periods.ts'

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
    plantNowCodec.toWire(toPlantNow(await plantNow(context.db, params.id, context.nowMs))),
  'GET /maintain-s/operating/system/{id}': async ({ params, context }) =>
    figuresCodec.toWire(toPlantFigures(await plantFigures(context.db, params.id, context.nowMs))),
  'POST /maintain-s/operating/station/generation/energy-saved': async ({ body, context }) => {
    const { generationWh, income, savings } = await energySaved(context.db, body.id)
    return savingsCodec.toWire({
      coalTonnes: savings?.coalT ?? null,
      co2Tonnes: savings?.co2T ?? null,
      trees: savings?.trees ?? null,
      income,
      producedWh: generationWh,
      factors: savingFactors,
    })
  },
  'GET /maintain-s/history/power/{id}/record': async ({ params, query, context }) =>
    dayCurve.toWire(toDayCurve(await plantDay(context.db, params.id, query.date, context.nowMs))),
  'GET /maintain-s/history/power/{id}/stats/{type}': async ({ params, query, context }) =>
    periodCodec.toWire(toPeriod(await plantPeriod(context.db, params.id, params.type, query.date, context.nowMs))),
  'GET /maintain-s/history/batteryPower/{id}/stats/{type}': async ({ params, query, context }) => {
    const period = await plantPeriod(context.db, params.id, params.type, query.date, context.nowMs)
    if (params.type !== 'daily') return periodCodec.toWire(toPeriod(period))
    const day = await plantDay(context.db, params.id, period.period, context.nowMs)
    return { ...periodCodec.toWire(toPeriod(period)), curve: dayCurve.toWire(toDayCurve(day)) }
  },
  'GET /maintain-s/history/power/{id}/range': async ({ params, query, context }) => {
    const wanted = { from: query.from, to: query.to, others: [query.with ?? []].flat().map(toOtherRange) }
    const { zone, currency, ranges } = await comparePeriods(context.db, params.id, wanted, context.nowMs)
    return { zone, currency, ranges: ranges.map((item) => rangeCodec.toWire(toRange(item))) }
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
    rules: analysisRules,
  }),
} satisfies Partial<FamilyHandlers<'maintain-s'>>
