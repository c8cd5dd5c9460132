import {
  bindTicket,
  isFreshSession,
  listBindings,
  removeBinding,
} from '../../people/identity-providers/identity-providers.ts'
import type { FamilyHandlers } from './handler.ts'
import { confirmIdentity } from './own-change.ts'
import { toSeconds } from './scales.ts'

export const bindingHandlers = {
  'GET /user-s/acc/binding': async ({ context: { db, session, services } }) => ({
    data: (await listBindings(db, session.userId)).map(({ provider, label, sinceMs }) => ({
      provider,
      // A provider that is no longer configured is shown by its short name.
      name: services.identityProviders.find(provider)?.name ?? provider,
      label,
      since: toSeconds(sinceMs),
    })),
  }),
  'POST /user-s/acc/binding/start': async ({ body, context: { db, session, services, nowMs } }) =>
    services.identityProviders.start(db, {
      provider: body.provider,
      purpose: { kind: 'bind', userId: session.userId },
      nowMs,
    }),
  'POST /user-s/acc/binding': async ({ body, context }) => {
    const { db, session, services, nowMs } = context
    // A stolen session must not add its own sign-in method.
    if (!(await isFreshSession(db, session.id, nowMs))) await confirmIdentity(context, body.proof ?? {})
    const { find } = services.identityProviders
    await bindTicket(db, { ticket: body.ticket, userId: session.userId, nowMs, find })
    return { success: true }
  },
  'DELETE /user-s/acc/binding/{provider}': async ({ params, body, context }) => {
    await confirmIdentity(context, body.proof)
    await removeBinding(context.db, context.session.userId, params.provider)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
