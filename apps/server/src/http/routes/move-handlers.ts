import { type AccountMove, type MoveRefusal, moveRefusals } from '@heliograph/contract/user-s/move.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { dataCenterPrefixes, dataCenters } from '@heliograph/domain/regions.ts'
import type { Move } from '../../operator/data-centers/data-centers.ts'
import { verifyCredentials } from '../../people/accounts/accounts.ts'
import type { FamilyHandlers } from './handler.ts'
import { confirmIdentity } from './own-change.ts'
import { entryOf } from './token-handlers.ts'

const toWire = (move: Move): AccountMove => ({
  id: move.id,
  center: move.center,
  state: move.state,
  progress: move.progress,
  fault: move.detail.fault ?? null,
  reason: isReason(move.detail.reason) ? move.detail.reason : null,
})
const isReason = (text: string | undefined): text is MoveRefusal =>
  (moveRefusals as readonly (string | undefined)[]).includes(text)

export const moveHandlers = {
  'GET /user-s/data-center': async ({ context }) => {
    const { here, others } = context.services.dataCenters
    return {
      here,
      data: dataCenters.flatMap((center) => {
        const other = others.find((item) => item.center === center)
        if (other === undefined && center !== here) return []
        const row = { center, prefix: dataCenterPrefixes[center], isHere: center === here }
        return [{ ...row, url: other?.publicUrl ?? null }]
      }),
    }
  },

  'POST /user-s/acc/check-user': async ({ body, context }) => {
    const { db, nowMs, client } = context
    const { address, userAgent } = client
    try {
      const options = { ...body, address, userAgent, nowMs }
      const { movedTo } = await verifyCredentials(db, options, entryOf(context))
      return { exists: true, movedTo }
    } catch (error) {
      // A missing account and a wrong password get the same answer after the same time.
      if (error instanceof Refusal && error.code === 'AUTH_INVALID_USERNAME_OR_PASSWORD')
        return { exists: false, movedTo: null }
      throw error
    }
  },

  'GET /user-s/acc/move': async ({ context }) => {
    const move = await context.services.dataCenters.findMove(context.session.userId)
    return { move: move === undefined ? null : toWire(move) }
  },

  'POST /user-s/acc/move': async ({ body, context }) => {
    const { services, session, client, visit: host } = context
    const { userId } = session
    // An organization's identity cannot move the person.
    if (session.organizationId !== null) throw new Refusal('NO_PERMISSION')
    const { center, mergeInto, proof } = body
    if (!services.dataCenters.others.some((other) => other.center === center)) throw new Refusal('CENTER_UNKNOWN')
    await confirmIdentity(context, proof)
    return toWire(await services.dataCenters.startMove({ userId, center, mergeInto, address: client.address, host }))
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
