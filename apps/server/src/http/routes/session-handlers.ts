import {
  createHandOverCode,
  endOtherSessions,
  endSessionOf,
  listSessions,
  listSignIns,
} from '../../people/accounts/accounts.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSeconds } from './scales.ts'

export const sessionHandlers = {
  'GET /user-s/acc/session': async ({ context }) => {
    const { db, session, nowMs } = context
    const rows = await listSessions(db, session.userId, nowMs)
    return {
      data: rows.map(({ createdAtMs, lastSeenAtMs, expiresAtMs, ...row }) => ({
        ...row,
        isCurrent: row.id === session.id,
        createdAt: toSeconds(createdAtMs),
        lastSeenAt: toSeconds(lastSeenAtMs),
        expiresAt: toSeconds(expiresAtMs),
      })),
    }
  },
  'POST /user-s/acc/session/hand-over': async ({ context }) => {
    const { code, expiresInS } = await createHandOverCode(context.db, context.session, context.nowMs)
    return { code, expiresIn: expiresInS }
  },
  'DELETE /user-s/acc/session/{id}': async ({ params, context }) => {
    await endSessionOf(context.db, context.session.userId, params.id)
    if (params.id === context.session.id) await context.dropSession()
    return { success: true }
  },
  'DELETE /user-s/acc/session': async ({ context }) => {
    const { db, session } = context
    return { ended: await endOtherSessions(db.kysely, session.userId, session.id) }
  },
  'GET /user-s/acc/sign-in-log': async ({ query, context }) => {
    const { total, items } = await listSignIns(context.db, context.session.userId, query)
    return { total, data: items.map(({ atMs, ...row }) => ({ ...row, at: toSeconds(atMs) })) }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
