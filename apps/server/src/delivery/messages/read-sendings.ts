import type { MessageChannel } from '@heliograph/domain/messages/message-kinds.ts'
import { readMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { sql } from 'kysely'
import type { MessageEntry } from '../../people/inbox/inbox.ts'
import { accountZone } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LetterMessage } from './letter.ts'
import type { Recipient } from './send-letter.ts'

export type Claimed = Readonly<{
  sendingId: string
  addressId: number
  tries: number
  /** A credit was taken for it. */
  isCharged: boolean
  /** A node died during the previous try: whether that arrived is unknown. */
  isRepeated: boolean
  kind: 'messages' | 'digest' | 'test'
  recipient: Recipient
  language: string
  host: string
  digest: 'daily' | 'weekly'
  zone: string
}>

/** Takes sendings that are due for a try; what a dead node took comes back when its lease ends, by the database's clock. */
export async function claimSendings(
  { kysely }: Db,
  options: Readonly<{ nowMs: number; leaseMs: number; most: number }>,
): Promise<readonly Claimed[]> {
  const now = new Date(options.nowMs)
  type Row = {
    id: string
    address_id: number
    tries: number
    is_charged: boolean
    is_repeated: boolean
    kind: Claimed['kind']
    user_id: number
    channel: MessageChannel
    target: string | null
    email: string | null
    phone: string | null
    language: string
    host: string | null
    settings: unknown
    zone: string | null
  }
  const { rows } = await sql<Row>`
    with due as (select id from message_sendings
      where state = 'waiting' and next_try_at <= ${now} and (leased_until is null or leased_until <= clock_timestamp())
      order by next_try_at limit ${options.most} for update skip locked),
    taken as (update message_sendings s set leased_until = clock_timestamp() + ${options.leaseMs} * interval '1 millisecond', tries = tries + 1
      from due where s.id = due.id returning s.id, s.user_id, s.address_id, s.tries, s.kind, s.is_charged)
    select t.id, t.user_id, t.address_id, t.tries, t.kind, t.is_charged,
      exists (select from message_tries y
        where y.sending_id = t.id and y.number = t.tries - 1 and y.outcome = 'unknown') as is_repeated,
      a.channel, a.target, u.email, u.phone, u.language, m.host, m.settings,
      case when m.settings->'zone' is null then ${accountZone(sql`t.user_id`)} end as zone
    from taken t join message_addresses a on a.id = t.address_id join users u on u.id = t.user_id
      left join message_settings m on m.user_id = t.user_id`.execute(kysely)
  return rows.map((row) => {
    const settings = readMessageSettings(row.settings, row.zone)
    return {
      sendingId: row.id,
      addressId: row.address_id,
      tries: row.tries,
      kind: row.kind,
      language: row.language,
      isCharged: row.is_charged,
      isRepeated: row.is_repeated,
      recipient: {
        userId: row.user_id,
        channel: row.channel,
        target: row.target,
        email: row.email,
        phone: row.phone,
      },
      host: row.host ?? '',
      zone: settings.zone,
      digest: settings.digest === 'weekly' ? 'weekly' : 'daily',
    }
  })
}

export type SentMessage = LetterMessage & Readonly<{ plantCount: number }>

/**
 * Content of a sending, as it was when it was put together, the gravest first. isOfDays: some of it waited for longer
 * than a day, as in a weekly summary that leaves on a daily morning because the person switched meanwhile.
 */
export async function readSent(
  { kysely }: Db,
  sendingId: string,
): Promise<
  Readonly<{
    messages: readonly SentMessage[]
    zones: ReadonlyMap<number, string>
    plantCount: number
    isOfDays: boolean
  }>
> {
  const rows = await kysely
    .selectFrom('message_deliveries as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .select(['m.id', 'm.kind', 'm.level', 'm.plant_id', 'm.event_count', 'm.first_at', 'm.last_at', 'm.entries'])
    .select(sql<number>`cardinality(m.plant_ids)`.as('plant_count'))
    .where('d.sending_id', '=', sendingId)
    .orderBy('m.level', 'desc')
    .orderBy('m.first_at')
    .orderBy('m.id')
    // A digest of weeks stays a letter: the message center has all.
    .limit(200)
    .execute()
  const messages = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    level: row.level,
    count: row.event_count,
    plantId: row.plant_id,
    firstAtMs: row.first_at.getTime(),
    lastAtMs: row.last_at.getTime(),
    plantCount: row.plant_count,
    entries: row.entries as readonly MessageEntry[],
  }))
  const ids = new Set(messages.flatMap(({ entries }) => entries.flatMap(({ plantId }) => plantId ?? [])))
  const zones =
    ids.size === 0
      ? []
      : await kysely
          .selectFrom('plants')
          .select(['id', 'zone'])
          .where('id', 'in', [...ids])
          .execute()
  const { rows: counted } = await sql<{ count: number; is_of_days: boolean | null }>`
    select count(distinct p)::integer as count, bool_or(m.open_until < s.created_at - interval '36 hours') as is_of_days
    from message_deliveries d join message_sendings s on s.id = d.sending_id join messages m on m.id = d.message_id
      left join unnest(m.plant_ids) p on true
    where d.sending_id = ${sendingId}`.execute(kysely)
  const { count = 0, is_of_days = false } = counted[0] ?? {}
  return {
    messages,
    plantCount: count,
    isOfDays: is_of_days === true,
    zones: new Map(zones.map(({ id, zone }) => [id, zone])),
  }
}
