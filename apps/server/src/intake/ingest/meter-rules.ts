import { counterRegister } from '@heliograph/devices/catalog/profile.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import type { MeterRule } from '@heliograph/domain/meter.ts'
import { passingLimitW } from '@heliograph/domain/power-limits.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'

/** The rating limits what a device produces and stores; more may pass to house and grid. */
const passing: ReadonlySet<string> = new Set(
  (['import', 'export', 'load', 'generator'] as const).map((flow) => flowCounters[flow].total),
)
const todayOf = new Map<string, QuantityId>(flows.map((flow) => [flowCounters[flow].total, flowCounters[flow].today]))
for (let n = 1; n <= 4; n++) todayOf.set(`pv${n}TotalWh`, `pv${n as 1 | 2 | 3 | 4}TodayWh`)

/** The default for a device without a profile: its counters may move in any step. */
const FINEST_WH = 1
/** However fine the register, many devices count in whole kWh. */
const COARSEST_WH = 1_000

/** The bounds of each meter of a device, by the quantity of its total. Power in W, energy in Wh. */
export function meterRulesOf(device: {
  type: DeviceType
  profileId: string
  reportedW: number | null
  capacityWp: number
}): (total: QuantityId) => MeterRule {
  const profile = findProfileById(device.profileId)
  const { isMeter } = deviceKinds[device.type]
  const ownW = isMeter ? Number.POSITIVE_INFINITY : (device.reportedW ?? device.capacityWp)
  const rules = new Map<QuantityId, MeterRule>()
  return (total) => {
    const known = rules.get(total)
    if (known) return known
    const register = profile && counterRegister(profile, total)
    const todayId = todayOf.get(total)
    const today = profile && todayId && counterRegister(profile, todayId)
    const totalStepWh = register?.stepWh ?? today?.stepWh ?? FINEST_WH
    const rule: MeterRule = {
      ratedW: passing.has(total) ? passingLimitW(ownW) : ownW,
      totalStepWh,
      todayStepWh: today?.stepWh ?? FINEST_WH,
      maxStepWh: Math.max(totalStepWh, COARSEST_WH),
      wrapsAtWh: register?.wrapsAtWh,
    }
    rules.set(total, rule)
    return rule
  }
}
