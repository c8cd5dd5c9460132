import { addBroker, changeBroker, listBrokers, removeBroker } from '../../delivery/mqtt-out/mqtt-out.ts'
import type { FamilyHandlers } from './handler.ts'
import { confirmIdentity } from './own-change.ts'

export const brokerHandlers = {
  'GET /user-s/acc/broker': async ({ context }) => ({
    isOpen: context.services.deviceGate.isOpen,
    data: await listBrokers(context.db, context.session),
  }),
  'POST /user-s/acc/broker': async ({ body: { proof, ...input }, context }) => {
    await confirmIdentity(context, proof)
    const { db, session, services, nowMs } = context
    await services.deviceGate.check(input.host, input.port)
    return { id: await addBroker(db, session, input, nowMs) }
  },
  'POST /user-s/acc/broker/{id}': async ({ params, body: { proof, ...input }, context }) => {
    await confirmIdentity(context, proof)
    const { db, session, services, nowMs } = context
    await services.deviceGate.check(input.host, input.port)
    await changeBroker(db, session, params.id, input, nowMs)
    return { success: true }
  },
  'DELETE /user-s/acc/broker/{id}': async ({ params, context }) => {
    await removeBroker(context.db, context.session, params.id)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
