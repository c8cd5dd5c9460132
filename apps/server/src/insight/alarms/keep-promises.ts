import { alarmLevels } from '@heliograph/domain/alarms/alarm.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatTimeOfDay } from '@heliograph/domain/format/timestamp.ts'
import { promisedDate } from '@heliograph/domain/messages/due-time.ts'
import { readMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { type PersonalMessage, postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { findHold } from './silence.ts'

/** Named in the message; the others are counted. */
const MOST_NAMES = 5
/** The clock applies each second what time alone changes: older states say nothing of now. */
const STALE_MS = 5 * MINUTE_MS

type PersonRow = { user_id: number; settings: unknown }
type PlantRow = { name: string; is_silent: boolean; is_faulty: boolean; is_stale: boolean }

/**
 * Sends what people were promised: once a day at their hour, what is silent and what has a fault, or that nothing is. It is
 * never sent when this server does not know: while it missed data itself, while its view of a plant is old, and later than
 * an hour after its time. Safe on several nodes at once. @returns how many were posted
 */
export async function keepPromises(db: Db, nowMs: number): Promise<number> {
  const { rows } = await db.pool.query<PersonRow>(
    `select s.user_id, s.settings from message_settings s join users u on u.id = s.user_id
      where jsonb_typeof(s.settings->'promise') = 'object' and u.moved_to is null`,
  )
  const due = rows.flatMap(({ user_id: userId, settings }) => {
    const { promise, zone } = readMessageSettings(settings)
    const date = promise && promisedDate(promise, nowMs, zone)
    return promise === null || date === null
      ? []
      : [{ userId, zone, channel: promise.channel, key: `promise:${userId}:${date}` }]
  })
  if (due.length === 0) return 0
  const { rows: posted } = await db.pool.query<{ key: string }>('select key from posted_events where key = any($1)', [
    due.map(({ key }) => key),
  ])
  const open = due.filter(({ key }) => !posted.some((item) => item.key === key))
  if (open.length === 0 || (await findHold(db, nowMs)) !== null) return 0
  let kept = 0
  for (const { userId, zone, channel, key } of open) {
    const found = await findState(db, userId, nowMs)
    if (found.plants === 0 || found.isStale) continue
    const time = formatTimeOfDay(nowMs, zone)
    const message: PersonalMessage = {
      kind: 'system',
      event: found.isWell ? 'promiseWell' : 'promiseTrouble',
      key,
      userIds: [userId],
      plantId: null,
      atMs: nowMs,
      isMailed: false,
      onlyBy: channel,
      facts: { time, plants: found.plants, silent: found.silent, faulty: found.faulty },
    }
    kept += await db.transaction((transaction) => postMessages(transaction, [message], nowMs))
  }
  return kept
}

/** The plants whose alarms a person may view, as they are now. */
async function findState(db: Db, userId: number, nowMs: number) {
  const { rows } = await db.pool.query<PlantRow>(
    `select p.name, n.status in ('silent', 'waiting') or n.silent_count > 0 as is_silent,
        coalesce(n.alarm_level = $2, false) or n.status = 'fault' as is_faulty,
        n.next_change_at < $3 as is_stale
      from plants p join plant_now n on n.plant_id = p.id
      where p.id in (select h.plant_id from plant_holders h
        where (h.user_id = $1 or h.organization_id in (select organization_id from organization_members where user_id = $1))
          and h.rights @> '{viewPlantAlert}' and (h.expires_at is null or h.expires_at > $4))
      order by p.name, p.id`,
    [userId, alarmLevels.fault, new Date(nowMs - STALE_MS), new Date(nowMs)],
  )
  const silent = rows.filter(({ is_silent }) => is_silent)
  const faulty = rows.filter(({ is_faulty }) => is_faulty)
  return {
    plants: rows.length,
    silent: listNames(silent),
    faulty: listNames(faulty),
    isWell: silent.length + faulty.length === 0,
    isStale: rows.some(({ is_stale }) => is_stale),
  }
}

function listNames(rows: readonly PlantRow[]): string {
  const names = rows.slice(0, MOST_NAMES).map(({ name }) => name)
  const more = rows.length - names.length
  return `${names.join(', ') || '--'}${more > 0 ? ` (+${more})` : ''}`
}
