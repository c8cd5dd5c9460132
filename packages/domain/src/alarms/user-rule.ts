import { DAY_MS, MINUTE_MS } from '../duration.ts'
import { getQuantity, isQuantityId, type QuantityId } from '../quantities.ts'
import type { AlarmInfluence, AlarmLevel } from './alarm.ts'

/** Condition of a person's own rule. Thresholds are in the quantity's base unit. */
export type UserRule = Readonly<{
  name: string
  quantity: QuantityId
  comparison: 'above' | 'below'
  threshold: number
  /** It closes this far on the good side of the threshold; 0: at the threshold. */
  hysteresis: number
  /** It must hold for so long. */
  forMs: number
  /** Looks only while the sun is this high; null: always. */
  sunAboveDeg: number | null
  /** Looks only while the device's own power is above this; null: always. */
  powerAboveW: number | null
  level: AlarmLevel
  influence: AlarmInfluence
}>

/** Which plants a person's rule looks at: of those that they may see. */
export type UserRuleScope =
  | Readonly<{ kind: 'plant'; plantId: number }>
  | Readonly<{ kind: 'tag'; tag: string }>
  | Readonly<{ kind: 'all' }>

export const userRuleBounds = {
  nameLength: 60,
  threshold: 1e12,
  forMs: { least: 0, most: 7 * DAY_MS },
  sunDeg: { least: -5, most: 60 },
  powerW: { least: 0, most: 1e9 },
} as const

/** The invalid field of a rule, or null. A rule without a fault can be kept and run. */
export function faultOfUserRule(rule: UserRule): keyof UserRule | null {
  const { nameLength, threshold, forMs, sunDeg, powerW } = userRuleBounds
  const isWithin = (value: number, { least, most }: Readonly<{ least: number; most: number }>) =>
    Number.isFinite(value) && value >= least && value <= most
  if (rule.name.trim() === '' || rule.name.length > nameLength) return 'name'
  if (!isQuantityId(rule.quantity)) return 'quantity'
  if (!isWithin(rule.threshold, { least: -threshold, most: threshold })) return 'threshold'
  if (!canTurn(rule)) return 'threshold'
  if (!isWithin(rule.hysteresis, { least: 0, most: threshold }) || !canEnd(rule)) return 'hysteresis'
  if (!isWithin(rule.forMs, forMs) || rule.forMs % MINUTE_MS !== 0) return 'forMs'
  if (rule.sunAboveDeg !== null && !isWithin(rule.sunAboveDeg, sunDeg)) return 'sunAboveDeg'
  if (rule.powerAboveW !== null && !isWithin(rule.powerAboveW, powerW)) return 'powerAboveW'
  return null
}

type Bounds = Pick<UserRule, 'quantity' | 'comparison' | 'threshold' | 'hysteresis'>

/** Whether the quantity can be on either side of the threshold: else the rule fires never, or for good. */
function canTurn({ quantity, comparison, threshold }: Bounds): boolean {
  const { min, max } = getQuantity(quantity)
  return comparison === 'above' ? threshold >= min && threshold < max : threshold > min && threshold <= max
}

/** Whether the quantity can go back as far as its alarm needs to end. */
function canEnd({ quantity, comparison, threshold, hysteresis }: Bounds): boolean {
  const { min, max } = getQuantity(quantity)
  return comparison === 'above' ? threshold - min >= hysteresis : max - threshold >= hysteresis
}
