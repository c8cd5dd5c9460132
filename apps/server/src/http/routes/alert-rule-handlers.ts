import { addUserRule, editUserRule, listUserRules, removeUserRule, tryUserRule } from '../../insight/alarms/alarms.ts'
import type { FamilyHandlers } from './handler.ts'

export const alertRuleHandlers = {
  'GET /maintain-s/operating/alert/rule': ({ context }) => listUserRules(context.db, context.session, context.nowMs),
  'POST /maintain-s/operating/alert/rule': async ({ body, context }) => ({
    id: await addUserRule(context.db, context.session, body, context.nowMs),
  }),
  'POST /maintain-s/operating/alert/rule/trial': ({ body, context }) =>
    tryUserRule(context.db, context.session, body, context.nowMs),
  'POST /maintain-s/operating/alert/rule/{ruleId}': async ({ params, body, context }) => {
    await editUserRule(context.db, context.session, params.ruleId, body, context.nowMs)
    return { success: true }
  },
  'DELETE /maintain-s/operating/alert/rule/{ruleId}': async ({ params, context }) => {
    await removeUserRule(context.db, context.session, params.ruleId, context.nowMs)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
