import type { Db } from '../../platform/db/database.ts'
import { readUnsubscribeToken } from '../../platform/mail/mail.ts'
import { dropWaiting } from './drop-waiting.ts'
import { readSettings, saveSettings } from './settings.ts'

/** The list that alarm emails and digests belong to. */
export const MESSAGE_LIST = 'messages'

/** Whether the person still gets emails about alarms. undefined: no token of this list. */
export async function isUnsubscribed(db: Db, token: string): Promise<boolean | undefined> {
  const userId = subscriberOf(token)
  if (userId === undefined) return undefined
  const { channels, digest, promise } = await readSettings(db, userId)
  const { alarms, system, sharing } = channels.email
  return alarms === 'off' && !system && !sharing && digest === 'off' && promise?.channel !== 'email'
}

/** Ends all messages by email; those that other rooms send (a new password) stay. Twice is as good as once. */
export async function unsubscribe(db: Db, token: string, nowMs: number): Promise<boolean> {
  const userId = subscriberOf(token)
  if (userId === undefined) return false
  const settings = await readSettings(db, userId)
  const email = { alarms: 'off', system: false, sharing: false } as const
  const row = await db.kysely
    .selectFrom('users as u')
    .leftJoin('message_settings as s', 's.user_id', 'u.id')
    .select('s.host')
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return false
  const promise = settings.promise?.channel === 'email' ? null : settings.promise
  const changed = { ...settings, channels: { ...settings.channels, email }, digest: 'off', promise } as const
  await saveSettings(db, userId, changed, row.host ?? '')
  await dropWaiting(db, userId, 'all', nowMs)
  return true
}

function subscriberOf(token: string): number | undefined {
  const read = readUnsubscribeToken(token)
  return read?.list === MESSAGE_LIST ? Number(read.subscriber) : undefined
}
