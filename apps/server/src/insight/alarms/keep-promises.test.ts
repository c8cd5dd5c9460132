import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { defaultMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createWriter, writeEntry } from '../../delivery/messages/write-message.ts'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addMember, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { keepPromises } from './alarms.ts'

let database: TestDatabase
let db: Db
let ownerId: number
let neighborId: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  ownerId = await addUser(db, { account: 'owner', email: 'owner@example.org', password: 'Walrus-27-tusks' })
  neighborId = await addUser(db, { account: 'neighbor', email: 'n@example.org', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())

/** Eight o'clock in Berlin. */
const due = Date.parse('2026-06-01T06:00Z')
beforeEach(async () => {
  for (const table of ['plants', 'messages', 'posted_events', 'message_settings', 'server_times'])
    await db.pool.query(`delete from ${table}`)
})

async function addPlant(name: string, state: Readonly<{ status?: string; level?: number; stale?: boolean }> = {}) {
  const plantId = await addTestPlant(db, ownerId, { name })
  await db.pool.query(
    'update plant_now set status = $2, alarm_level = $3, next_change_at = $4, silent_count = $5 where plant_id = $1',
    [
      ...[plantId, state.status ?? 'well', state.level ?? null],
      ...[new Date(due + (state.stale ? -HOUR_MS : DAY_MS)), state.status === 'silent' ? 1 : 0],
    ],
  )
  return plantId
}
const promise = (userId: number, minute = 8 * 60, zone = 'Europe/Berlin') =>
  db.pool.query('insert into message_settings (user_id, settings) values ($1, $2)', [
    userId,
    JSON.stringify({ ...defaultMessageSettings, zone, promise: { minute, channel: 'email' } }),
  ])
async function told(): Promise<readonly string[]> {
  const { rows } = await db.pool.query(
    `select m.entries -> 0 as entry, m.is_shown, a.channel from messages m
       join message_deliveries d on d.message_id = m.id join message_addresses a on a.id = d.address_id order by m.id`,
  )
  expect(rows.every(({ is_shown, channel }) => !is_shown && channel === 'email')).toBe(true)
  return rows.map(({ entry }) => writeEntry(createWriter('en'), entry))
}

it('tells once a day, at its hour, that nothing is silent and nothing has a fault', async () => {
  await addPlant('Barn')
  await addPlant('Roof', { status: 'asleep' })
  await promise(ownerId)
  expect(await keepPromises(db, due - MINUTE_MS)).toBe(0)
  expect(await keepPromises(db, due)).toBe(1)
  expect(await keepPromises(db, due + MINUTE_MS)).toBe(0)
  expect(await keepPromises(db, due + DAY_MS)).toBe(1)
  const [first = ''] = await told()
  expect(first).toMatch(/^At 08:00 this server runs\. Of 2 plants, none is silent and none has an open fault\./)
})

it('names what is silent and what has a fault, and nothing of a neighbor', async () => {
  await addPlant('Barn', { status: 'silent' })
  await addPlant('Roof', { level: 2 })
  await addPlant('Shed')
  await promise(ownerId)
  await promise(neighborId)
  expect(await keepPromises(db, due)).toBe(1)
  expect(await told()).toEqual(['At 08:00 this server runs. Without data: Barn. With an open fault: Roof.'])
})

it('covers plants that are shared with their alarms', async () => {
  const plantId = await addPlant('Barn', { status: 'silent' })
  await addMember(db, plantId, neighborId, 'viewer')
  await promise(neighborId)
  expect(await keepPromises(db, due)).toBe(1)
})

it('says nothing after an outage, of an old state, or an hour late', async () => {
  await promise(ownerId)
  expect(await keepPromises(db, due)).toBe(0)
  await addPlant('Barn', { stale: true })
  expect(await keepPromises(db, due)).toBe(0)
  await db.pool.query('update plant_now set next_change_at = $1', [new Date(due + 2 * DAY_MS)])
  await db.pool.query('insert into server_times (from_at, to_at) values ($1, $2), ($3, $4)', [
    ...[new Date(due - DAY_MS), new Date(due - HOUR_MS), new Date(due - MINUTE_MS), new Date(due)],
  ])
  expect(await keepPromises(db, due)).toBe(0)
  expect(await keepPromises(db, due + 31 * MINUTE_MS)).toBe(1)
  await db.pool.query('delete from posted_events')
  expect(await keepPromises(db, due + HOUR_MS)).toBe(0)
})
