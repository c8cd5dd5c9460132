import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { addMember, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addUser } from '../accounts/accounts.ts'
import { type AlarmMessage, type MessageEvent, postMessages } from './inbox.ts'

let database: TestDatabase
let db: Db
const people: Record<'owner' | 'guest' | 'blind' | 'clerk', number> = { owner: 0, guest: 0, blind: 0, clerk: 0 }
let plantId: number
const nowMs = Date.parse('2026-06-01T10:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  for (const account of ['owner', 'guest', 'blind', 'clerk'] as const)
    people[account] = await addUser(db, { account, email: `${account}@example.org`, password: 'Walrus-27-tusks' })
  plantId = await addTestPlant(db, people.owner, { name: 'Lindenhof' })
  await addMember(db, plantId, people.guest, 'viewer')
  await addMember(db, plantId, people.blind, 'viewer')
  await sql`update plant_members set rights = '{viewPlantInfo}' where user_id = ${people.blind}`.execute(db.kysely)
  const { rows } = await sql<{ id: number }>`insert into organizations (name, code) values ('Alpha', 'ALPHA')
    returning id`.execute(db.kysely)
  const id = rows[0]?.id
  await sql`insert into organization_members (organization_id, user_id, role) values (${id}, ${people.clerk}, 'user')`.execute(
    db.kysely,
  )
  await sql`insert into plant_organizations (plant_id, organization_id, role, rights)
    values (${plantId}, ${id}, 'viewer', '{viewPlantAlert}')`.execute(db.kysely)
})
beforeEach(async () => {
  for (const table of ['messages', 'posted_events', 'message_settings', 'message_plants'])
    await sql`delete from ${sql.table(table)}`.execute(db.kysely)
})
afterAll(() => database.drop())

let number = 0
const alarm = (options: Partial<AlarmMessage> = {}): AlarmMessage => {
  number += 1
  return {
    kind: 'alarm',
    key: `alarm:${number}`,
    plantId,
    alarmId: String(number),
    rule: 'zeroPower',
    level: 2,
    change: 'opened',
    atMs: nowMs,
    parameters: { powerW: 0 },
    groupKey: `zeroPower ${plantId}`,
    ...options,
  }
}
const post = (events: readonly MessageEvent[], atMs = nowMs) =>
  db.transaction((transaction) => postMessages(transaction, events, atMs))
const choose = (userId: number, settings: object) =>
  sql`insert into message_settings (user_id, settings) values (${userId}, ${JSON.stringify(settings)})
    on conflict (user_id) do update set settings = excluded.settings`.execute(db.kysely)

type Row = { account: string; count: number; plants: number[]; one: number | null; due: string | null; shown: boolean }
async function read(): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`select u.account, m.event_count as count, m.plant_ids as plants, m.plant_id as one,
      m.is_shown as shown, (select string_agg(a.channel || case when d.is_digest then ' digest ' else ' ' end
        || to_char(d.due_at, 'MM-DD HH24:MI'), ', ' order by a.channel)
      from message_deliveries d join message_addresses a on a.id = d.address_id where d.message_id = m.id) as due
    from messages m join users u on u.id = m.user_id order by u.account, m.id`.execute(db.kysely)
  return rows
}

describe('an alarm', () => {
  it('reaches those who may view the alarms of its plant, and nobody else', async () => {
    expect(await post([alarm()])).toBe(1)
    expect((await read()).map(({ account, due }) => [account, due])).toEqual([
      ['clerk', 'email 06-01 10:05'],
      ['guest', 'email 06-01 10:05'],
      ['owner', 'email 06-01 10:05'],
    ])
  })

  it('reaches nobody whose share has ended', async () => {
    await sql`update plant_members set expires_at = ${new Date(nowMs)} where user_id = ${people.guest}`.execute(
      db.kysely,
    )
    await post([alarm()])
    await sql`update plant_members set expires_at = null`.execute(db.kysely)
    expect((await read()).map(({ account }) => account)).toEqual(['clerk', 'owner'])
  })

  it('is told once, however often it is posted', async () => {
    const event = alarm()
    expect([await post([event, event]), await post([event])]).toEqual([1, 0])
    expect((await read()).map(({ count }) => count)).toEqual([1, 1, 1])
  })

  it('is told once by two nodes at the same moment', async () => {
    const event = alarm()
    const posted = await Promise.all([post([event]), post([event]), post([event])])
    expect(posted.sort()).toEqual([0, 0, 1])
    expect(await read()).toHaveLength(3)
  })

  it('leaves nothing when its transaction fails', async () => {
    const event = alarm()
    const failing = db.transaction(async (transaction) => {
      await postMessages(transaction, [event], nowMs)
      throw new Error('the engine failed')
    })
    await expect(failing).rejects.toThrow('the engine failed')
    expect(await read()).toEqual([])
    expect(await post([event])).toBe(1)
  })

  it('follows the settings of each person', async () => {
    await choose(people.owner, { inApp: { alarms: 'off' }, channels: { email: { alarms: 'off' } }, digest: 'off' })
    await choose(people.guest, { channels: { email: { alarms: 2 } }, digest: 'daily', zone: 'Europe/Berlin' })
    await sql`insert into message_plants values (${people.clerk}, ${plantId}, null, 'infinity')`.execute(db.kysely)
    await post([alarm({ level: 1 })])
    expect(await read()).toMatchObject([{ account: 'guest', due: 'email digest 06-02 05:00', shown: true }])
  })

  it('waits for Monday at seven by the clock of the first plant, where no settings are', async () => {
    const tokyo = await addTestPlant(db, people.guest, { name: 'Later', zone: 'Asia/Tokyo' })
    const due = async () => {
      const rows = (await read()).map((row) => [row.account, row.due])
      await sql`delete from messages`.execute(db.kysely)
      return rows
    }
    // Lindenhof is in Berlin: 5:00 UTC. The clerk has it through the organization, which may see its alarms alone.
    const monday = 'email digest 06-08 05:00'
    const rights = (all: string) => sql`update plant_organizations set rights = ${all}::text[]`.execute(db.kysely)
    await post([alarm({ level: 1 })])
    expect(await due()).toEqual([
      ['clerk', 'email digest 06-08 07:00'],
      ['guest', monday],
      ['owner', monday],
    ])
    await rights('{viewPlantInfo,viewPlantAlert}')
    // One summary of all plants, so one clock.
    await post([alarm({ level: 1, plantId: tokyo })])
    expect(await due()).toEqual([['guest', monday]])
    await choose(people.guest, { zone: 'America/New_York' })
    await choose(people.owner, { recovery: false })
    await post([alarm({ level: 1 })])
    expect(await due()).toEqual([
      ['clerk', monday],
      // It is Monday there, an hour before seven.
      ['guest', 'email digest 06-01 11:00'],
      ['owner', monday],
    ])
    await rights('{viewPlantAlert}')
    await sql`delete from plants where id = ${tokyo}`.execute(db.kysely)
  })

  it('can leave the page though the page does not show it', async () => {
    await choose(people.owner, { inApp: { alarms: 'off' } })
    await post([alarm()])
    expect((await read()).filter(({ account }) => account === 'owner')).toMatchObject([{ shown: false }])
  })
})

describe('events of one cause', () => {
  it('join while the message is open, and make it unread again', async () => {
    await post([alarm()])
    await sql`update messages set read_at = now()`.execute(db.kysely)
    await post([alarm()], nowMs + 60_000)
    await post([alarm({ groupKey: 'other' })], nowMs + 60_000)
    await post([alarm()], nowMs + 5 * 60_000)
    const ofOwner = (await read()).filter(({ account }) => account === 'owner')
    expect(ofOwner.map(({ count }) => count)).toEqual([2, 1, 1])
    const { rows } = await sql`select 1 from messages where read_at is not null`.execute(db.kysely)
    expect(rows).toEqual([])
  })

  it('keep ends apart from beginnings, and faults from hints', async () => {
    await post([alarm(), alarm({ change: 'closed' }), alarm({ level: 0 }), alarm({ change: 'reopened' })])
    expect(
      (await read())
        .filter(({ account }) => account === 'owner')
        .map(({ count }) => count)
        .sort(),
    ).toEqual([1, 1, 2])
  })

  it('become one message per person in an outage of a region', async () => {
    const { rows } = await sql<{ id: number }>`insert into plants (name, zone, type, grid_type, capacity_wp,
        latitude, longitude, currency, azimuth_deg, tilt_deg)
      select 'Plant ' || n, 'Europe/Berlin', 'HOUSE_ROOF', 'EXCESS', 5000, 52, 13, 'EUR', 180, 20 from generate_series(1, 10000) n returning id`.execute(
      db.kysely,
    )
    await sql`insert into plant_members (plant_id, user_id, role, rights)
      select p.id, ${people.owner}, 'owner', '{viewPlantAlert}' from plants p where p.name like 'Plant %'`.execute(
      db.kysely,
    )
    const events = rows.map(({ id }) => alarm({ plantId: id, rule: 'loggerSilent', groupKey: 'outage 4711' }))
    // The engine stores alarms in batches.
    for (let from = 0; from < events.length; from += 2_500) await post(events.slice(from, from + 2_500), nowMs + from)
    const messages = await read()
    expect(messages).toMatchObject([{ account: 'owner', count: 10_000, one: null, due: 'email 06-01 10:05' }])
    expect(messages[0]?.plants).toHaveLength(10_000)
    const { rows: kept } = await sql<{ n: number }>`select jsonb_array_length(entries) as n from messages`.execute(
      db.kysely,
    )
    expect(kept).toEqual([{ n: 20 }])
    // Ten thousand plants take their time on a busy machine.
  }, 60_000)
})

describe('news about a person', () => {
  it('reaches that person, and by email only if no other email says it', async () => {
    const news = { kind: 'sharing', userIds: [people.blind], plantId, atMs: nowMs, facts: {} } as const
    await post([
      { ...news, key: 'share:1', event: 'joined', isMailed: false },
      { ...news, key: 'share:2', event: 'invited', isMailed: true },
    ])
    expect(await read()).toMatchObject([
      { account: 'blind', due: 'email 06-01 10:00' },
      { account: 'blind', due: null },
    ])
  })
})
