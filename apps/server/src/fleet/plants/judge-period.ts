import { type FindingCode, findingCodes } from '@heliograph/domain/finding-codes.ts'
import type { EarlierSpan } from './period-span.ts'

export type Base = Readonly<{ with: EarlierSpan['with'] | 'month'; from: string; to: string }>
export type Finding = Readonly<{
  code: FindingCode
  type: 'data' | 'production' | 'consumption'
  /** Shares of clear-sky energy in %, consumption in Wh a day, silence in hours or days. */
  value: number | null
  usual: number | null
  unit: '%' | 'Wh' | 'h' | 'd' | null
  compared: Base | null
}>

/** Changed whenever the rules change. */
export const ANALYSIS_VERSION = 1

/** Shares in %, days, hours. */
export const analysisRules = {
  /** Production differs from the usual: of two shares of clear-sky energy. */
  productionPercent: 25,
  /** A clear day, month or year. The bound is computed without losses, so that even perfect days stay below it. */
  clearSkyPercent: 80,
  /** Consumption differs from the usual. */
  usePercent: 25,
  /** Less than this is noise. */
  useLeastWh: 500,
  /** Days with data that make a usual consumption. */
  useLeastDays: 7,
  /** Full-load hours of clear sky before anything is said about production. */
  clearSkyLeastHours: 0.5,
  /** Silence of a day that is worth a word. */
  outageLeastHours: 1,
} as const

export type PeriodFacts = Readonly<{
  capacityWp: number
  generationWh: number | null
  /** Of the days with data. null: too little sun to say anything. */
  clearSkyWh: number | null
  /** Production and clear-sky energy of the period that it is compared with. */
  before: (Base & Readonly<{ generationWh: number; clearSkyWh: number }>) | null
  /** A day's mean of the days that are over, Wh; null: unknown, or none is over. */
  useWh: number | null
  /** The usual, of days with data. */
  usualUse: (Base & Readonly<{ days: number; wh: number }>) | null
  /** Time without data in which some was due: hours of a day, else whole days. */
  missing: Readonly<{ amount: number; unit: 'h' | 'd' }>
}>

/** Everything that the figures say, the most important first; at least one finding. */
export function judgePeriod(facts: PeriodFacts): readonly Finding[] {
  const isSilent = facts.generationWh === null && facts.useWh === null
  const found = [...judgeData(facts, isSilent), ...judgeProduction(facts), ...judgeUse(facts)]
  const all = found.length > 0 ? found : [plain(isSilent ? 'noData' : 'tooEarly')]
  return all.toSorted((a, b) => findingCodes.indexOf(a.code) - findingCodes.indexOf(b.code))
}

const plain = (code: 'noData' | 'tooEarly'): Finding => ({
  code,
  type: code === 'noData' ? 'data' : 'production',
  value: null,
  usual: null,
  unit: null,
  compared: null,
})

function judgeData({ missing }: PeriodFacts, isSilent: boolean): readonly Finding[] {
  if (isSilent) return []
  const least = missing.unit === 'h' ? analysisRules.outageLeastHours : 1
  if (missing.amount < least) return []
  return [{ code: 'outage', type: 'data', value: missing.amount, usual: null, unit: missing.unit, compared: null }]
}

function judgeProduction({ capacityWp, generationWh, clearSkyWh, before }: PeriodFacts): readonly Finding[] {
  const { clearSkyLeastHours, clearSkyPercent, productionPercent } = analysisRules
  if (generationWh === null || clearSkyWh === null || clearSkyWh < clearSkyLeastHours * capacityWp) return []
  const value = (generationWh / clearSkyWh) * 100
  const usual = before && before.clearSkyWh > 0 ? (before.generationWh / before.clearSkyWh) * 100 : null
  const compared = before && { with: before.with, from: before.from, to: before.to }
  const base = { type: 'production', value, usual, unit: '%', compared } as const
  if (value >= clearSkyPercent) return [{ code: 'clearSky', ...base }]
  if (usual === null || usual <= 0) return []
  const change = (value / usual - 1) * 100
  if (change <= -productionPercent) return [{ code: 'productionLow', ...base }]
  return [{ code: change >= productionPercent ? 'productionHigh' : 'productionUsual', ...base }]
}

function judgeUse({ useWh, usualUse }: PeriodFacts): readonly Finding[] {
  const { usePercent, useLeastDays, useLeastWh } = analysisRules
  if (useWh === null || usualUse === null || usualUse.days < useLeastDays) return []
  const { wh, from, to } = usualUse
  if (Math.abs(useWh - wh) < Math.max(useLeastWh, (wh * usePercent) / 100)) return []
  const compared = { with: usualUse.with, from, to }
  return [
    { code: useWh > wh ? 'useUp' : 'useDown', type: 'consumption', value: useWh, usual: wh, unit: 'Wh', compared },
  ]
}
