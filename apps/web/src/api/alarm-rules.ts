/** People's own alarm rules in our words. */
import type { UserRuleWire, KeptUserRule as WireRule } from '@heliograph/contract/maintain-s/alert-rules.ts'
import type { UserRule, UserRuleScope } from '@heliograph/domain/alarms/user-rule.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { isQuantityId } from '@heliograph/domain/quantities.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type OwnRule = Readonly<{
  id: string
  rule: UserRule
  scope: UserRuleScope
  plantName: string | null
  isOn: boolean
  open: number
  recent: number
}>

/** Alarms that a rule would have raised. */
export type RuleTrial = Readonly<{
  devices: number
  tried: number
  total: number
  alarms: readonly Readonly<{
    plantName: string
    zone: string
    deviceName: string
    fromMs: number
    toMs: number | null
    value: number | null
  }>[]
}>

type Given = Readonly<{ rule: UserRule; scope: UserRuleScope }>

const toWireRule = ({ forMs, sunAboveDeg, powerAboveW, ...rest }: UserRule): UserRuleWire => ({
  ...rest,
  minutes: forMs / MINUTE_MS,
  sunAbove: sunAboveDeg,
  powerAbove: powerAboveW,
})
const toWireScope = (scope: UserRuleScope) => ({
  plantId: scope.kind === 'plant' ? scope.plantId : null,
  tag: scope.kind === 'tag' ? scope.tag : null,
})
const toBody = ({ rule, scope }: Given) => ({ rule: toWireRule(rule), scope: toWireScope(scope) })

/** A rule about a quantity that this page does not know is left out. */
function toOwnRule({ id, rule, scope, plantName, on, ongoing, recent }: WireRule): readonly OwnRule[] {
  const { minutes, sunAbove, powerAbove, quantity, ...rest } = rule
  if (!isQuantityId(quantity)) return []
  const { plantId, tag } = scope
  return [
    {
      id,
      plantName,
      recent,
      isOn: on,
      open: ongoing,
      rule: { ...rest, quantity, forMs: minutes * MINUTE_MS, sunAboveDeg: sunAbove, powerAboveW: powerAbove },
      scope: plantId !== null ? { kind: 'plant', plantId } : tag !== null ? { kind: 'tag', tag } : { kind: 'all' },
    },
  ]
}

export async function fetchOwnRules(signal?: AbortSignal): Promise<readonly OwnRule[]> {
  return (await call('GET /maintain-s/operating/alert/rule', undefined, { signal })).flatMap(toOwnRule)
}

export async function tryRule(options: Given): Promise<RuleTrial> {
  const trial = await call('POST /maintain-s/operating/alert/rule/trial', { body: toBody(options) })
  return {
    devices: trial.devices,
    tried: trial.triedDevices,
    total: trial.total,
    alarms: trial.alerts.map((alert) => ({
      plantName: alert.plantName,
      zone: alert.timezone,
      deviceName: alert.deviceName,
      fromMs: toMs(alert.from),
      toMs: toMs(alert.to),
      value: alert.value,
    })),
  }
}

/** @param id undefined: a new rule */
export async function saveRule(id: string | undefined, options: Given): Promise<void> {
  if (id === undefined) await call('POST /maintain-s/operating/alert/rule', { body: toBody(options) })
  else await call('POST /maintain-s/operating/alert/rule/{ruleId}', { params: { ruleId: id }, body: toBody(options) })
}
export async function turnRule(id: string, isOn: boolean): Promise<void> {
  await call('POST /maintain-s/operating/alert/rule/{ruleId}', { params: { ruleId: id }, body: { on: isOn } })
}
export async function removeRule(id: string): Promise<void> {
  await call('DELETE /maintain-s/operating/alert/rule/{ruleId}', { params: { ruleId: id } })
}
