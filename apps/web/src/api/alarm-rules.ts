/** People's own alarm rules, and the calls about them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { UserRule, UserRuleScope } from '@heliograph/domain/alarms/user-rule.ts'
import { isQuantityId } from '@heliograph/domain/quantities.ts'
import { call } from './call.ts'

export type OwnRule = Readonly<CallReply<'GET /maintain-s/operating/alert/rule'>[number]>
/** Alarms that a rule would have raised. */
export type RuleTrial = Readonly<CallReply<'POST /maintain-s/operating/alert/rule/trial'>>

type Definition = Readonly<{ rule: UserRule; scope: UserRuleScope }>

/** A rule about a quantity that this page does not know is left out. */
export async function fetchOwnRules(signal?: AbortSignal): Promise<readonly OwnRule[]> {
  const rules = await call('GET /maintain-s/operating/alert/rule', undefined, { signal })
  return rules.filter(({ rule }) => isQuantityId(rule.quantity))
}

export const tryRule = (definition: Definition): Promise<RuleTrial> =>
  call('POST /maintain-s/operating/alert/rule/trial', { body: definition })

/** @param id undefined: a new rule */
export async function saveRule(id: string | undefined, body: Definition): Promise<void> {
  if (id === undefined) await call('POST /maintain-s/operating/alert/rule', { body })
  else await call('POST /maintain-s/operating/alert/rule/{ruleId}', { params: { ruleId: id }, body })
}
export async function turnRule(id: string, isOn: boolean): Promise<void> {
  await call('POST /maintain-s/operating/alert/rule/{ruleId}', { params: { ruleId: id }, body: { isOn } })
}
export async function removeRule(id: string): Promise<void> {
  await call('DELETE /maintain-s/operating/alert/rule/{ruleId}', { params: { ruleId: id } })
}
