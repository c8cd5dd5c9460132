import type { MessageChannel } from '@heliograph/domain/messages/message-kinds.ts'
import {
  type AlarmThreshold,
  type MessageSettings,
  readMessageSettings,
} from '@heliograph/domain/messages/message-settings.ts'
import type { PlantException } from '@heliograph/domain/messages/wants-message.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { accountZone } from './account-zone.ts'

export type Address = Readonly<{ addressId: number; channel: MessageChannel }>

/** Facts that decide about messages to a person, and their channels. */
export type Person = Readonly<{
  userId: number
  settings: MessageSettings
  /** Those that are not paused. */
  addresses: readonly Address[]
  exceptions: ReadonlyMap<number, PlantException>
}>

export type PlantOfMessage = Readonly<{ name: string; zone: string; viewers: readonly number[] }>

const toArray = (ids: readonly number[]): string => `{${ids.join(',')}}`

/** Plants with the people who may view their alarms now, themselves or as members of an organization. */
export async function findViewers(
  kysely: Kysely<Tables>,
  plantIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, PlantOfMessage>> {
  if (plantIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string; zone: string; viewers: number[] }>`
    select p.id, p.name, p.zone, coalesce(v.viewers, '{}') as viewers
    from plants p left join lateral (
      select array_agg(distinct coalesce(h.user_id, m.user_id)) as viewers
      from plant_holders h left join organization_members m on m.organization_id = h.organization_id
      where h.plant_id = p.id and h.rights @> '{viewPlantAlert}'
        and (h.expires_at is null or h.expires_at > ${new Date(nowMs)})
        and coalesce(h.user_id, m.user_id) is not null
    ) v on true
    where p.id = any(${toArray(plantIds)}::bigint[])`.execute(kysely)
  return new Map(rows.map(({ id, name, zone, viewers }) => [id, { name, zone, viewers: viewers.map(Number) }]))
}

/** Their settings, exceptions and addresses; the account's own email and phone become addresses on first sight. */
export async function readPeople(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Person>> {
  if (userIds.length === 0) return new Map()
  const ids = toArray(userIds)
  await sql`insert into message_addresses (user_id, channel)
    select u.id, c.channel from users u cross join (values ('email'), ('sms')) c (channel)
    where u.id = any(${ids}::bigint[]) and u.moved_to is null
      and case c.channel when 'email' then u.email else u.phone end is not null
      and not exists (select from message_addresses a where a.user_id = u.id and a.channel = c.channel and a.target is null)
    on conflict do nothing`.execute(kysely)
  const [{ rows: settings }, { rows: addresses }, { rows: exceptions }] = [
    await sql<{ user_id: number; settings: unknown; zone: string | null }>`select u.id as user_id, s.settings,
        case when s.settings->'zone' is null then ${accountZone(sql`u.id`)} end as zone from users u
      left join message_settings s on s.user_id = u.id
      where u.id = any(${ids}::bigint[]) and u.moved_to is null`.execute(kysely),
    await sql<{ id: number; user_id: number; channel: MessageChannel }>`select id, user_id, channel
      from message_addresses where user_id = any(${ids}::bigint[]) and paused_at is null order by id`.execute(kysely),
    await sql<{ user_id: number; plant_id: number; alarms: string | null; muted_until: Date | number | null }>`
      select user_id, plant_id, alarms, muted_until from message_plants
      where user_id = any(${ids}::bigint[])`.execute(kysely),
  ]
  const people = new Map<number, Person & { addresses: Address[]; exceptions: Map<number, PlantException> }>()
  for (const row of settings)
    people.set(row.user_id, {
      userId: row.user_id,
      settings: readMessageSettings(row.settings, row.zone),
      addresses: [],
      exceptions: new Map(),
    })
  for (const { user_id, id, channel } of addresses) people.get(user_id)?.addresses.push({ addressId: id, channel })
  for (const row of exceptions)
    people.get(row.user_id)?.exceptions.set(row.plant_id, {
      alarms: toThreshold(row.alarms),
      mutedUntilMs: row.muted_until === null ? null : row.muted_until.valueOf(),
    })
  return people
}

export const toThreshold = (stored: string | null): AlarmThreshold | null =>
  stored === null ? null : stored === 'off' ? 'off' : (Number(stored) as 0 | 1 | 2)
