import type { Confidence, LightSource, Loss, LossKind } from './losses.ts'
import { confidences, lossKinds } from './losses.ts'

/** Facts of a judged day for a sum; units as in judge-day.ts, Wh and Wh/m2. */
export type SummedDay = Readonly<{
  day: string
  source: LightSource
  potentialWh: number
  producedWh: number | null
  isJudged: boolean
  validShare: number
  capacityWp: number
  irradiationWhM2: number
  validWh: number
  validWhM2: number
  correctedWhM2: number
  losses: readonly Loss[]
}>

/** Losses of one kind over a span of days. */
export type LossSum = Readonly<{
  kind: LossKind
  energyWh: number
  /** The weakest of its days. */
  confidence: Confidence
  days: number
  /** Their part on judged days, Wh: only there it is a share of an expectation. */
  judgedWh: number
  inverters: readonly number[]
  /** Its largest day. */
  worstDay: string
  fromMs: number | null
  toMs: number | null
  /** `clipping`: most of it at a limit below what the nameplate explains. */
  isHeld: boolean
  /** `export-limit`: where the feed-in was flat on its largest day, W, and for how long on all of them; else null. */
  limitW: number | null
  heldMs: number | null
}>

/** Figures of a span of days. potentialWh = producedWh + all losses, exactly. */
export type DaySum = Readonly<{
  days: number
  judgedDays: number
  sources: readonly LightSource[]
  potentialWh: number
  /** null: nothing was measured. */
  producedWh: number | null
  judgedPotentialWh: number
  judgedProducedWh: number
  losses: readonly LossSum[]
  /** Y_f of all days, kWh/kWp. */
  finalYieldH: number | null
  /** Y_r of the judged days, h; with PR the valid energy and light of the same slots. */
  referenceYieldH: number | null
  performanceRatio: number | null
  performanceRatio25C: number | null
  /** Produced over produced and lost in outages, 0..1. */
  energyAvailability: number | null
  /** Share of the judged potential that is measured on both sides. */
  validShare: number | null
}>

/** With less valid data no ratio is given: it would be one of some hours. */
export const LEAST_VALID = 0.5

/**
 * Sums judged days. A ratio is that of the sums over judged days (IEC 61724-1), never the mean of the days' ratios, and
 * leaves out days with less than half of their data.
 */
export function sumDays(days: readonly SummedDay[]): DaySum {
  const judged = days.filter(({ isJudged }) => isJudged)
  const valid = judged.filter(({ validShare }) => validShare >= LEAST_VALID)
  const made = days.filter(({ producedWh }) => producedWh !== null)
  const producedWh = made.length > 0 ? sumOf(made, (day) => day.producedWh ?? 0) : null
  const outageWh = sumOf(days, ({ losses }) => sumOf(losses.filter(isStandstill), ({ energyWh }) => energyWh))
  const lightWhM2 = sumOf(valid, (day) => day.validWhM2 * day.capacityWp)
  const correctedWhM2 = sumOf(valid, (day) => day.correctedWhM2 * day.capacityWp)
  const validWh = sumOf(valid, (day) => day.validWh)
  const judgedPotentialWh = sumOf(judged, (day) => day.potentialWh)
  return {
    days: days.length,
    judgedDays: judged.length,
    sources: [...new Set(days.map(({ source }) => source))],
    potentialWh: sumOf(days, (day) => day.potentialWh),
    producedWh,
    judgedPotentialWh,
    judgedProducedWh: sumOf(judged, (day) => day.producedWh ?? 0),
    losses: sumLossKinds(days),
    finalYieldH: made.length > 0 ? sumOf(made, (day) => (day.producedWh ?? 0) / day.capacityWp) : null,
    referenceYieldH: judged.length > 0 ? sumOf(judged, (day) => day.irradiationWhM2) / 1_000 : null,
    // Wh over (Wh/m2 times Wp over 1000 W/m2).
    performanceRatio: lightWhM2 > 0 ? validWh / (lightWhM2 / 1_000) : null,
    performanceRatio25C: correctedWhM2 > 0 ? validWh / (correctedWhM2 / 1_000) : null,
    energyAvailability: producedWh !== null && producedWh + outageWh > 0 ? producedWh / (producedWh + outageWh) : null,
    validShare:
      judgedPotentialWh > 0 ? sumOf(judged, (day) => day.validShare * day.potentialWh) / judgedPotentialWh : null,
  }
}

const isStandstill = ({ kind }: Loss): boolean => kind === 'outage'

function sumLossKinds(days: readonly SummedDay[]): readonly LossSum[] {
  const all = days.flatMap(({ day, isJudged, losses }) => losses.map((loss) => ({ ...loss, day, isJudged })))
  return lossKinds.flatMap((kind): LossSum[] => {
    const own = all.filter((item) => item.kind === kind)
    const worst = own.reduce<(typeof own)[number] | null>(
      (most, item) => (most === null || Math.abs(item.energyWh) > Math.abs(most.energyWh) ? item : most),
      null,
    )
    if (worst === null) return []
    return [
      {
        kind,
        energyWh: sumOf(own, ({ energyWh }) => energyWh),
        confidence: confidences[Math.max(...own.map(({ confidence }) => confidences.indexOf(confidence)))] ?? 'low',
        days: new Set(own.map(({ day }) => day)).size,
        judgedWh: sumOf(
          own.filter(({ isJudged }) => isJudged),
          ({ energyWh }) => energyWh,
        ),
        inverters: [...new Set(own.flatMap(({ inverters }) => inverters))],
        worstDay: worst.day,
        limitW: worst.limitW ?? null,
        heldMs: worst.heldMs === undefined ? null : sumOf(own, ({ heldMs = 0 }) => heldMs),
        fromMs: worst.fromMs,
        toMs: worst.toMs,
        isHeld:
          sumOf(
            own.filter(({ heldW }) => heldW !== undefined),
            ({ energyWh }) => energyWh,
          ) >
          sumOf(own, ({ energyWh }) => energyWh) / 2,
      },
    ]
  })
}

const sumOf = <T>(list: readonly T[], pick: (one: T) => number): number =>
  list.reduce((sum, item) => sum + pick(item), 0)
