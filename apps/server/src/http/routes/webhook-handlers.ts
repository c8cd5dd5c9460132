import { addWebhook, listWebhooks, removeWebhook, resumeWebhook } from '../../delivery/webhooks/webhooks.ts'
import type { FamilyHandlers } from './handler.ts'
import { confirmIdentity } from './own-change.ts'

export const webhookHandlers = {
  'GET /user-s/acc/webhook': async ({ context }) => ({
    data: await listWebhooks(context.db, context.session),
  }),
  'POST /user-s/acc/webhook': async ({ body, context }) => {
    const { db, session, services, nowMs } = context
    const { proof, ...webhook } = body
    await confirmIdentity(context, proof)
    await services.messages.checkLink(webhook.url, 'body.url')
    return addWebhook(db, session, { ...webhook, nowMs })
  },
  'DELETE /user-s/acc/webhook/{id}': async ({ params, context }) => {
    await removeWebhook(context.db, context.session.userId, params.id)
    return { success: true }
  },
  'POST /user-s/acc/webhook/{id}/test': async ({ params, context }) =>
    context.services.webhooks.test(context.session.userId, params.id),
  'POST /user-s/acc/webhook/{id}/resume': async ({ params, context }) => {
    await resumeWebhook(context.db, context.session.userId, params.id, context.nowMs)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
