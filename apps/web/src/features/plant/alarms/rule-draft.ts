import {
  faultOfUserRule,
  type UserRule,
  type UserRuleScope,
  userRuleBounds,
} from '@heliograph/domain/alarms/user-rule.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { getQuantity, type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import type { OwnRule } from '../../../api/alarm-rules.ts'

/** A person's input; numbers as text, because half a number is typed too. */
export type RuleDraft = Readonly<{
  name: string
  quantity: QuantityId
  comparison: UserRule['comparison']
  threshold: string
  hysteresis: string
  forMs: number
  sunAboveDeg: number | null
  powerAboveW: string
  level: UserRule['level']
  scope: UserRuleScope['kind']
  plantId: number | undefined
  tag: string
}>

export const durations: readonly number[] = [
  ...[0, 5, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * HOUR_MS),
]
export const sunHeights: readonly number[] = [0, 5, 10, 20, 30, 45]

/** Quantities that can be compared: no codes, no counters, no single cells. */
export const comparable: readonly QuantityId[] = quantityIds.filter((id) => {
  const { kind, unit } = getQuantity(id)
  return kind === 'gauge' && unit !== 'code' && !id.startsWith('cell')
})

export const emptyDraft: RuleDraft = {
  name: '',
  quantity: 'batterySocPercent',
  comparison: 'below',
  threshold: '',
  hysteresis: '0',
  forMs: 15 * MINUTE_MS,
  sunAboveDeg: null,
  powerAboveW: '',
  level: 1,
  scope: 'all',
  plantId: undefined,
  tag: '',
}

export const toDraft = ({ rule, scope }: OwnRule): RuleDraft => ({
  name: rule.name,
  quantity: rule.quantity,
  comparison: rule.comparison,
  threshold: String(rule.threshold),
  hysteresis: String(rule.hysteresis),
  forMs: rule.forMs,
  sunAboveDeg: rule.sunAboveDeg,
  powerAboveW: rule.powerAboveW === null ? '' : String(rule.powerAboveW),
  level: rule.level,
  scope: scope.kind,
  plantId: scope.kind === 'plant' ? scope.plantId : undefined,
  tag: scope.kind === 'tag' ? scope.tag : '',
})

const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))

/** Whether a text is a number that a rule can have. */
export const isNumber = (text: string): boolean => {
  const value = toNumber(text)
  return Number.isFinite(value) && Math.abs(value) <= userRuleBounds.threshold
}

export const ruleOf = (draft: RuleDraft): UserRule => ({
  name: draft.name.trim(),
  quantity: draft.quantity,
  comparison: draft.comparison,
  threshold: toNumber(draft.threshold),
  hysteresis: draft.hysteresis.trim() === '' ? 0 : toNumber(draft.hysteresis),
  forMs: draft.forMs,
  sunAboveDeg: draft.sunAboveDeg,
  powerAboveW: draft.powerAboveW.trim() === '' ? null : toNumber(draft.powerAboveW),
  level: draft.level,
  influence: 0,
})

/** undefined: the plant or the tag is not chosen yet. */
export function scopeOf({ scope, plantId, tag }: RuleDraft): UserRuleScope | undefined {
  if (scope === 'all') return { kind: 'all' }
  if (scope === 'plant') return plantId === undefined ? undefined : { kind: 'plant', plantId }
  return tag === '' ? undefined : { kind: 'tag', tag }
}

/** Whether the server would take it. @param asNamed a trial needs no name */
export const isComplete = (draft: RuleDraft, asNamed = draft.name): boolean =>
  faultOfUserRule({ ...ruleOf(draft), name: asNamed.trim() }) === null && scopeOf(draft) !== undefined

/** Range of its quantity, and the typed bound that cannot work with it; undefined: both can, or are not typed yet. */
export function boundsOf(draft: RuleDraft): Readonly<{ least: number; most: number; faulty: string | undefined }> {
  const { min: least, max: most } = getQuantity(draft.quantity)
  const isTyped = isNumber(draft.threshold) && (draft.hysteresis.trim() === '' || isNumber(draft.hysteresis))
  const faulty = isTyped ? faultOfUserRule({ ...ruleOf(draft), name: 'x' }) : null
  return { least, most, faulty: faulty ?? undefined }
}
