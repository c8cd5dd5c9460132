import type { UserRuleWire, KeptUserRule as WireKept } from '@heliograph/contract/maintain-s/alert-rules.ts'
import type { UserRule, UserRuleScope } from '@heliograph/domain/alarms/user-rule.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import {
  addUserRule,
  editUserRule,
  type KeptUserRule,
  listUserRules,
  removeUserRule,
  tryUserRule,
} from '../../insight/alarms/alarms.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'

const toRule = ({ minutes, sunAbove, powerAbove, quantity, ...rest }: UserRuleWire): UserRule => ({
  ...rest,
  quantity: quantity as QuantityId,
  forMs: minutes * MINUTE_MS,
  sunAboveDeg: sunAbove,
  powerAboveW: powerAbove,
})

const toWireRule = ({ forMs, sunAboveDeg, powerAboveW, ...rest }: UserRule): UserRuleWire => ({
  ...rest,
  minutes: forMs / MINUTE_MS,
  sunAbove: sunAboveDeg,
  powerAbove: powerAboveW,
})

const toScope = ({ plantId, tag }: Readonly<{ plantId: number | null; tag: string | null }>): UserRuleScope =>
  plantId !== null ? { kind: 'plant', plantId } : tag !== null ? { kind: 'tag', tag } : { kind: 'all' }

const toKept = ({ id, rule, scope, plantName, isOn, createdAtMs, open, recent }: KeptUserRule): WireKept => ({
  id,
  plantName,
  recent,
  rule: toWireRule(rule),
  scope: { plantId: scope.kind === 'plant' ? scope.plantId : null, tag: scope.kind === 'tag' ? scope.tag : null },
  on: isOn,
  createdAt: toSeconds(createdAtMs),
  ongoing: open,
})

export const alertRuleHandlers = {
  'GET /maintain-s/operating/alert/rule': async ({ context }) =>
    (await listUserRules(context.db, context.session, context.nowMs)).map(toKept),
  'POST /maintain-s/operating/alert/rule': async ({ body, context }) => {
    const options = { rule: toRule(body.rule), scope: toScope(body.scope) }
    return { id: await addUserRule(context.db, context.session, options, context.nowMs) }
  },
  'POST /maintain-s/operating/alert/rule/trial': async ({ body, context }) => {
    const options = { rule: toRule(body.rule), scope: toScope(body.scope) }
    const trial = await tryUserRule(context.db, context.session, options, context.nowMs)
    return {
      from: toSeconds(trial.fromMs),
      to: toSeconds(trial.toMs),
      devices: trial.devices,
      triedDevices: trial.triedDevices,
      total: trial.total,
      alerts: trial.alarms.map((item) => ({
        plantId: item.plantId,
        plantName: item.plantName,
        timezone: item.zone,
        deviceName: item.deviceName,
        from: toSeconds(item.fromMs),
        to: toSecondsOrNull(item.toMs),
        value: item.value,
      })),
    }
  },
  'POST /maintain-s/operating/alert/rule/{ruleId}': async ({ params, body, context }) => {
    const { rule, scope, on } = body
    const options = { rule: rule && toRule(rule), scope: scope && toScope(scope), isOn: on }
    await editUserRule(context.db, context.session, params.ruleId, options, context.nowMs)
    return { success: true }
  },
  'DELETE /maintain-s/operating/alert/rule/{ruleId}': async ({ params, context }) => {
    await removeUserRule(context.db, context.session, params.ruleId, context.nowMs)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
