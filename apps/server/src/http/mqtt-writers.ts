import { calls } from '@heliograph/contract/calls.ts'
import { id as anyId } from '@heliograph/contract/page.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FindWriter } from '../intake/broker/broker.ts'
import type { Db } from '../platform/db/database.ts'
import { requireRight, requireScope, requireSession } from './access.ts'
import { createAdmission } from './admission.ts'

/** The call whose right and scope these clients need: their messages are another form of it. */
const CALL = 'POST /maintain-s/station/{id}/readings'
const entry = calls[CALL]

/** MQTT clients of a plant: its id is the user name, an access token with the scope reading:write the password. */
export function createMqttWriters({
  db,
  center,
  now,
}: Readonly<{ db: Db; center: string; now: () => number }>): FindWriter {
  const admission = createAdmission()
  return async ({ user, token, address }) => {
    if (!/^\S{1,500}$/.test(token)) return undefined
    const asker = { address, token }
    const plantId = anyId.safeParse(user)
    const parts = { params: { id: plantId.data }, query: {}, body: undefined }
    try {
      admission.refuse(asker, { name: CALL, cost: 1 }, now())
      const session = await requireSession(db, token, entry.right, parts, now(), center)
      admission.noteSession(token, now())
      if (!plantId.success) return undefined
      requireRight(session, entry.right, parts)
      requireScope(session, 'POST', entry)
      return { plantId: plantId.data, userId: session.userId }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'AUTH_TOKEN_INVALID') admission.noteInvalid(asker, now())
      return undefined
    }
  }
}
