/** Expected and produced energy of complete days, in our words. */
import type {
  PerformanceReply,
  PerformanceFigures as WireFigures,
} from '@heliograph/contract/maintain-s/performance.ts'
import type { Confidence, LightSource, LossKind } from '@heliograph/domain/performance/losses.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type PerformanceType = 'month' | 'year' | 'total'

/** Energy that the light allowed and the plant did not deliver. */
export type PerformanceLoss = Readonly<{
  kind: LossKind
  /** Negative where more came than expected. */
  kwh: number
  /** The part on judged days. */
  judgedKwh: number
  confidence: Confidence
  days: number
  deviceIds: readonly number[]
  worstDay: string
  fromMs: number | null
  toMs: number | null
  /** Clipping at a limit below what the nameplates explain. */
  isBelowRating: boolean
  /** Of an export limit: where the feed-in was flat, and for how long. */
  limitW: number | null
  heldHours: number | null
}>

/** Figures of a span; ratios 0..1, null: unknown. potentialKwh = producedKwh + losses. */
export type PerformanceFigures = Readonly<{
  days: number
  judgedDays: number
  sources: readonly LightSource[]
  potentialKwh: number
  producedKwh: number | null
  judgedPotentialKwh: number
  judgedProducedKwh: number
  losses: readonly PerformanceLoss[]
  /** kWh per kWp, which are hours. */
  finalYieldH: number | null
  referenceYieldH: number | null
  performanceRatio: number | null
  performanceRatio25C: number | null
  energyAvailability: number | null
  validShare: number | null
}>

/** Why a day brought less than usual; the parts add up to what is missing. */
export type WhyLow = Readonly<{
  producedKwh: number
  usualKwh: number
  parts: readonly Readonly<{ kind: LossKind; kwh: number }>[]
}>

export async function fetchWhyLow(id: number, signal?: AbortSignal): Promise<WhyLow | null> {
  const { low } = await call('GET /maintain-s/history/power/{id}/low-yesterday', { params: { id } }, { signal })
  return (
    low && {
      producedKwh: low.generationValue,
      usualKwh: low.usualValue,
      parts: low.parts.map(({ kind, value }) => ({ kind, kwh: value })),
    }
  )
}

export type InverterYield = Readonly<{
  deviceId: number
  name: string
  capacityKwp: number
  producedKwh: number
  specificYieldH: number
}>

export type Performance = Readonly<{
  zone: string
  reason: PerformanceReply['reason']
  countedTo: string | null
  /** Since when days wait to be judged; null: none does. */
  waitingSinceMs: number | null
  whole: PerformanceFigures
  parts: ReadonlyMap<string, PerformanceFigures>
  inverters: readonly InverterYield[]
  clockShiftMinutes: number | null
}>

/** @param date `YYYY-MM` or `YYYY`; undefined for all years */
export async function fetchPerformance(
  id: number,
  type: PerformanceType,
  date: string | undefined,
  signal?: AbortSignal,
): Promise<Performance> {
  const wire = await call(
    'GET /maintain-s/history/power/{id}/performance/{type}',
    { params: { id, type }, query: { date } },
    { signal },
  )
  return {
    zone: wire.timeZone,
    reason: wire.reason,
    countedTo: wire.countedTo,
    waitingSinceMs: toMs(wire.waitingSince),
    whole: toFigures(wire.statistics),
    parts: new Map(wire.records.map(({ part, figures }) => [part, toFigures(figures)])),
    inverters: wire.devices.map((device) => ({
      deviceId: device.deviceId,
      name: device.deviceName,
      capacityKwp: device.capacity,
      producedKwh: device.generationValue,
      specificYieldH: device.specificYield,
    })),
    clockShiftMinutes: wire.clockShiftMinutes,
  }
}

const toFigures = (wire: WireFigures): PerformanceFigures => ({
  days: wire.days,
  judgedDays: wire.judgedDays,
  sources: wire.sources,
  potentialKwh: wire.potentialValue,
  producedKwh: wire.generationValue,
  judgedPotentialKwh: wire.judgedPotentialValue,
  judgedProducedKwh: wire.judgedGenerationValue,
  losses: wire.losses.map(({ value, judgedValue, from, to, isHeld, limitPower, limitHours, ...loss }) => ({
    ...loss,
    kwh: value,
    judgedKwh: judgedValue,
    fromMs: toMs(from),
    toMs: toMs(to),
    isBelowRating: isHeld,
    limitW: limitPower,
    heldHours: limitHours,
  })),
  finalYieldH: wire.finalYield,
  referenceYieldH: wire.referenceYield,
  performanceRatio: wire.performanceRatio,
  performanceRatio25C: wire.performanceRatioStc,
  energyAvailability: wire.energyAvailability,
  validShare: wire.validShare,
})
