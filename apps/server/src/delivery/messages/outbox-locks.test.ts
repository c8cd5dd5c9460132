import { defaultMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import { type AlarmMessage, postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { putAddress, removeAddress } from './addresses.ts'
import { dropWaiting } from './drop-waiting.ts'
import { removeMessages } from './message-center.ts'
import { claimSendings } from './read-sendings.ts'
import { beginTry, recordTry } from './record-try.ts'
import { LEASE_MS } from './send-letter.ts'
import { saveSettings } from './settings.ts'
import { takeDue } from './take-due.ts'

const nowMs = Date.parse('2026-06-01T10:00Z')
let database: TestDatabase
let db: Db
let userId: number
let plantId: number

beforeAll(async () => {
  database = await createTestDatabase(8)
  db = database.db
  userId = await addUser(db, { account: 'owner', email: 'owner@example.org', password: 'Walrus-27-tusks' })
  plantId = await addTestPlant(db, userId, { name: 'Lindenhof' })
})
beforeEach(async () => {
  for (const table of ['messages', 'posted_events', 'message_addresses'])
    await sql`delete from ${sql.table(table)}`.execute(db.kysely)
})
afterAll(() => database.drop())

/** Every run of a transaction counts: one that lost a deadlock is run again, and nobody would see it. */
let runs = 0
const counting = (): Db => ({
  ...db,
  transaction: (run) =>
    db.transaction((transaction) => {
      runs += 1
      return run(transaction)
    }),
})

let number = 0
const post = (groupKey: string, on = db) => {
  number += 1
  const event: AlarmMessage = {
    kind: 'alarm',
    key: `alarm:${number}`,
    plantId,
    alarmId: String(number),
    rule: 'zeroPower',
    level: 2,
    change: 'opened',
    atMs: nowMs,
    parameters: {},
    groupKey,
  } as const
  return on.transaction((transaction) => postMessages(transaction, [event], nowMs))
}

/** A hook that is told of every alarm, and nothing else. */
async function addHook(): Promise<number> {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const target = { channel: 'webhook', url: 'https://hooks.example.org/sun', secret } as const
  const off = { alarms: 'off', system: false, sharing: false } as const
  const channels = { ...defaultMessageSettings.channels, email: off }
  await saveSettings(db, userId, { ...defaultMessageSettings, channels, groupMinutes: 0 }, '')
  return putAddress(db.kysely, { userId, name: 'Hook', target, nowMs })
}

const waiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await db.pool.query(
        "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows, JSON.stringify(rows)).toHaveLength(count)
    },
    { timeout: 4_000 },
  )

/** Begins them one after the other while somebody has these rows; each has come as far as it can before the next begins. */
async function interleave(
  table: 'message_sendings' | 'messages' | 'message_deliveries',
  steps: readonly ((on: Db) => Promise<unknown>)[],
): Promise<readonly string[]> {
  const on = counting()
  runs = 0
  const ends: Promise<string>[] = []
  await db.transaction(async (transaction) => {
    await sql`select from ${sql.table(table)} for update`.execute(transaction)
    for (const [index, step] of steps.entries()) {
      ends.push(
        step(on).then(
          () => 'done',
          (error: Error & { code?: string }) => error.code ?? error.message,
        ),
      )
      await waiting(index + 1)
    }
  })
  return Promise.all(ends)
}

async function claimOne() {
  await takeDue(db, nowMs)
  const [claimed] = await claimSendings(db, { nowMs, leaseMs: LEASE_MS, most: 1 })
  if (claimed === undefined) throw new Error('nothing is due')
  await beginTry(db, claimed, nowMs)
  return claimed
}

describe('two that lock the same rows', () => {
  it('record the end of a try and remove its address', async () => {
    const addressId = await addHook()
    await post('dust')
    const claimed = await claimOne()
    const record = (on: Db) =>
      recordTry(on, { claimed, outcome: { outcome: 'sent', detail: '' }, atMs: nowMs, nowMs, chance: 0 })
    const remove = (on: Db) => removeAddress(on, userId, addressId)
    expect(await interleave('message_sendings', [record, remove])).toEqual(['done', 'done'])
    expect(runs).toBe(1)
  })

  it('remove a message and take it along', async () => {
    await addHook()
    await post('dust')
    await sql`update messages set is_open = true, open_until = ${new Date(nowMs + 600_000)}`.execute(db.kysely)
    const { rows } = await sql<{ id: number }>`select id from messages`.execute(db.kysely)
    const remove = (on: Db) =>
      removeMessages(
        on,
        userId,
        rows.map(({ id }) => id),
      )
    expect(await interleave('messages', [remove, (on) => takeDue(on, nowMs)])).toEqual(['done', 'done'])
    expect(runs).toBe(2)
  })

  it('give an email up and drop what waits for it', async () => {
    await saveSettings(db, userId, { ...defaultMessageSettings, groupMinutes: 0 }, '')
    await post('dust')
    const claimed = await claimOne()
    await sql`insert into message_sendings (user_id, address_id, kind, next_try_at, created_at)
      select user_id, address_id, 'messages', next_try_at, created_at from message_sendings`.execute(db.kysely)
    await post('snow')
    const giveUp = (on: Db) =>
      recordTry(on, { claimed, outcome: { outcome: 'gone', detail: '' }, atMs: nowMs, nowMs, chance: 0 })
    const drop = (on: Db) => dropWaiting(on, userId, 'all', nowMs)
    expect(await interleave('message_deliveries', [drop, giveUp])).toEqual(['done', 'done'])
    expect(runs).toBe(2)
  })
})
