import { Refusal } from '@heliograph/domain/errors.ts'
import { findSaved, noteUndone } from '../../people/audit/audit.ts'
import type { FamilyHandlers } from './handler.ts'

export const undoHandlers = {
  'POST /user-s/undo/{entryId}': async ({ params, context }) => {
    const { db, session, nowMs, undo } = context
    const found = await findSaved(db, params.entryId, { userId: session.userId, nowMs })
    if (found === undefined) throw new Refusal('NOT_FOUND')
    await undo(found)
    await noteUndone(db, params.entryId)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
