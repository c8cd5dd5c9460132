import type { AnyRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import type { UserRule } from '@heliograph/domain/alarms/user-rule.ts'
import { isQuantityId, type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FoundAlarm } from './search.ts'

/**
 * Curves to draw around an alarm: series as the explorer names them, and the rule's limits in the unit of the first.
 */
export type AlarmCurve = Readonly<{ series: readonly string[]; thresholds: readonly number[] }>

const MOST_SERIES = 6
const strings = quantityIds.filter((id) => /^pv\d+(PowerW|CurrentA)$/.test(id))
const powers: readonly QuantityId[] = ['pvPowerW', 'acPowerW']
const voltages: readonly QuantityId[] = [
  ...(['ac1VoltageV', 'ac2VoltageV', 'ac3VoltageV'] as const),
  ...(['grid1VoltageV', 'grid2VoltageV', 'grid3VoltageV'] as const),
]
const frequencies: readonly QuantityId[] = ['acFrequencyHz', 'gridFrequencyHz']

/** The quantities that show what a rule saw, the most significant first; of any other rule the power. */
const telling: Readonly<Partial<Record<AnyRuleId, readonly QuantityId[]>>> = {
  stringDead: strings,
  stringWeak: strings,
  voltageHigh: voltages,
  voltageLow: voltages,
  gridOutage: voltages,
  frequencyHigh: frequencies,
  frequencyLow: frequencies,
  overheating: ['inverterTemperatureC', 'radiatorTemperatureC'],
  insulationLow: ['insulationPv1Ohm', 'insulationPv2Ohm'],
  batteryHot: ['batteryCellMaxTemperatureC', 'batteryTemperatureC'],
  cellSpread: ['batteryCellMaxVoltageV', 'batteryCellMinVoltageV'],
  socStuck: ['batterySocPercent', 'batteryPowerW'],
  exportHigh: ['gridPowerW'],
  counterReset: ['generationTotalWh'],
}

/** null: nothing of it is measured. @param thresholdOf the limit that the rule compared with, where it has one */
export async function findCurve(
  { kysely }: Db,
  alarm: Pick<FoundAlarm, 'plantId' | 'deviceId' | 'part' | 'rule' | 'userRuleId' | 'parameters'>,
): Promise<AlarmCurve | null> {
  const { plantId, deviceId, part, rule, userRuleId, parameters } = alarm
  if (deviceId === null) return { series: [`p${plantId}:pvPowerW`], thresholds: [] }
  const [device, own] = await Promise.all([
    kysely.selectFrom('devices').select('quantities').where('id', '=', deviceId).executeTakeFirst(),
    userRuleId === null
      ? undefined
      : kysely.selectFrom('alarm_user_rules').select('rule').where('id', '=', userRuleId).executeTakeFirst(),
  ])
  const measured = (device?.quantities ?? []).filter(isQuantityId)
  const named = own === undefined ? (telling[rule] ?? powers) : [own.rule.quantity]
  const found = named.filter((id) => measured.includes(id))
  const shown = sortByPart(found.length > 0 ? found : powers.filter((id) => measured.includes(id)), part)
  if (shown.length === 0) return null
  const limit = own === undefined ? limitOf(parameters) : limitOfRule(own.rule)
  return {
    series: shown.slice(0, MOST_SERIES).map((id) => `d${deviceId}:${id}`),
    thresholds: limit === null || found.length === 0 ? [] : [limit],
  }
}

/** Powers before currents where both are there, and the part that it is about first. */
function sortByPart(ids: readonly QuantityId[], part: string): readonly QuantityId[] {
  const hasPowers = ids.some((id) => /^pv\d+PowerW$/.test(id))
  const kept = hasPowers ? ids.filter((id) => !/^pv\d+CurrentA$/.test(id)) : ids
  const isOfPart = (id: QuantityId): boolean => part !== '' && new RegExp(`^${part}\\D`).test(id)
  return [...kept.filter(isOfPart), ...kept.filter((id) => !isOfPart(id))]
}

const limitOfRule = ({ threshold }: Pick<UserRule, 'threshold'>): number => threshold

/** The engine names it with its unit: `limitV`, `limitHz`. */
function limitOf(parameters: FoundAlarm['parameters']): number | null {
  const name = Object.keys(parameters).find((text) => text.startsWith('limit'))
  const limit = name === undefined ? undefined : parameters[name]
  return typeof limit === 'number' ? limit : null
}
