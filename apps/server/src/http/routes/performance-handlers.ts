import type { PerformanceFigures } from '@heliograph/contract/maintain-s/performance.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { DaySum } from '@heliograph/domain/performance/sum-days.ts'
import { explainYesterday, plantPerformance } from '../../insight/performance/performance.ts'
import type { FamilyHandlers } from './handler.ts'
import { toKwh, toSecondsOrNull } from './scales.ts'

export const performanceHandlers = {
  'GET /maintain-s/history/power/{id}/low-yesterday': async ({ params, context }) => {
    const found = await explainYesterday(context.db, params.id, context.nowMs)
    const low = found && {
      date: found.date,
      generationValue: found.producedWh / 1000,
      usualValue: found.usualWh / 1000,
      parts: found.parts.map(({ kind, energyWh }) => ({ kind, value: energyWh / 1000 })),
    }
    return { low }
  },
  'GET /maintain-s/history/power/{id}/performance/{type}': async ({ params, query, context }) => {
    const found = await plantPerformance(context.db, params.id, params.type, query.date, context.nowMs)
    return {
      period: found.period,
      timeZone: found.zone,
      generationCapacity: found.capacityWp / 1000,
      reason: found.reason,
      countedTo: found.countedTo,
      waitingSince: toSecondsOrNull(found.waitingSinceMs),
      statistics: toFigures(found.whole),
      records: found.parts.map(({ part, sum }) => ({ part, figures: toFigures(sum) })),
      devices: found.inverters.map(({ deviceId, name, capacityWp, producedWh, specificYieldH }) => ({
        deviceId,
        deviceName: name,
        capacity: capacityWp / 1000,
        generationValue: producedWh / 1000,
        specificYield: specificYieldH,
      })),
      clockShiftMinutes: found.clockShiftMs === null ? null : found.clockShiftMs / MINUTE_MS,
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const toFigures = (sum: DaySum): PerformanceFigures => ({
  days: sum.days,
  judgedDays: sum.judgedDays,
  sources: [...sum.sources],
  potentialValue: sum.potentialWh / 1000,
  generationValue: toKwh(sum.producedWh),
  judgedPotentialValue: sum.judgedPotentialWh / 1000,
  judgedGenerationValue: sum.judgedProducedWh / 1000,
  losses: sum.losses.map(
    ({ kind, energyWh, judgedWh, confidence, days, inverters, worstDay, fromMs, toMs, isHeld, limitW, heldMs }) => ({
      kind,
      confidence,
      days,
      worstDay,
      isHeld,
      deviceIds: [...inverters],
      limitPower: limitW,
      limitHours: heldMs === null ? null : heldMs / HOUR_MS,
      value: energyWh / 1000,
      judgedValue: judgedWh / 1000,
      from: toSecondsOrNull(fromMs),
      to: toSecondsOrNull(toMs),
    }),
  ),
  finalYield: sum.finalYieldH,
  referenceYield: sum.referenceYieldH,
  performanceRatio: sum.performanceRatio,
  performanceRatioStc: sum.performanceRatio25C,
  energyAvailability: sum.energyAvailability,
  validShare: sum.validShare,
})
