import type { Db } from '../platform/db/database.ts'
import { type Listener, listen } from '../platform/db/listen.ts'
import type { Log } from '../platform/db/log.ts'
import type { Reads } from '../platform/db/read-replica.ts'
import type { AccessChange, LiveTopics } from './live-topics.ts'

/**
 * Hears on every node when a session, a right or a share changes: live streams end, and reads of those concerned find
 * the change on the primary while a replica may not have it.
 */
export const hearAccess = (
  options: Readonly<{
    db: Db
    topics: Pick<LiveTopics, 'accessChanged' | 'catchUp'>
    reads: Pick<Reads, 'noteAccessChange'>
    log: Log
  }>,
): Listener => {
  const { db, topics, reads, log } = options
  return listen(
    db,
    'access_changed',
    (payload) => {
      reads.noteAccessChange(payload)
      topics.accessChanged(payload as AccessChange)
    },
    () => {
      reads.noteAccessChange(undefined)
      topics.catchUp()
    },
    { log },
  )
}
