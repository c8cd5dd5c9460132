import { type AlarmChange, groupKeyOf } from '@heliograph/domain/alarms/change.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWriter, writeEntry } from '../../delivery/messages/messages.ts'
import { addUser } from '../../people/accounts/accounts.ts'
import type { MessageEntry } from '../../people/inbox/inbox.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { applyAlarmChanges, escalateAlarms, tellAlarms } from './alarms.ts'

let database: TestDatabase
let plantIds: number[]
beforeAll(async () => {
  database = await createTestDatabase()
  const ownerId = await addUser(database.db, { account: 'owner', password: 'Walrus-27-tusks' })
  plantIds = []
  for (const name of ['Barn', 'Mill', 'School']) plantIds.push(await addTestPlant(database.db, ownerId, { name }))
})
afterAll(() => database.drop())

const noon = Date.parse('2026-06-01T12:00Z')
const keyOf = (plantId: number) =>
  ({ target: { plantId, loggerId: null, deviceId: null, part: '' }, rule: 'loggerSilent', userRuleId: null }) as const
const opening = (plantId: number): AlarmChange => ({
  ...keyOf(plantId),
  kind: 'open',
  level: 2,
  influence: 1,
  openedAtMs: noon,
  lastSeenMs: noon,
  parameters: {},
  evidence: {},
  lostWh: null,
  groupKey: groupKeyOf('loggerSilent', plantId),
})
const closing = (plantId: number): AlarmChange => ({
  ...keyOf(plantId),
  kind: 'close',
  atMs: noon + HOUR_MS,
  reason: 'recovered',
})
const apply = (changes: readonly AlarmChange[], nowMs: number) =>
  runClientTransaction(database.db.pool, (client) => applyAlarmChanges(client, changes, nowMs))

it('says which device, what it cost, and the name of a rule of one’s own', async () => {
  const { db } = database
  const [plantId = 0] = plantIds
  await db.kysely
    .updateTable('plants')
    .set({ price_per_kwh: 0.25, currency: 'EUR' })
    .where('id', '=', plantId)
    .execute()
  const { deviceId } = await addTestDevice(db, plantId, { quantities: ['acPowerW'] })
  await db.kysely.updateTable('devices').set({ name: 'East roof' }).where('id', '=', deviceId).execute()
  const key = { target: { plantId, loggerId: null, deviceId, part: '' }, rule: 'zeroPower', userRuleId: null } as const
  const open: AlarmChange = {
    ...key,
    kind: 'open',
    level: 2,
    influence: 1,
    openedAtMs: noon - DAY_MS,
    lastSeenMs: noon - HOUR_MS,
    parameters: {},
    evidence: {},
    lostWh: 8_000,
    groupKey: groupKeyOf('zeroPower', plantId),
  }
  await apply([open], noon - HOUR_MS)
  await tellAlarms(db, noon - HOUR_MS)
  const { rows } = await db.pool.query('select entries -> 0 as entry from messages where plant_id = $1', [plantId])
  const { entry } = rows[0] as { entry: MessageEntry }
  expect(writeEntry(createWriter('en'), entry)).toBe('No power in full sun · East roof · 8.00 kWh (€2.00) lost')
  expect(writeEntry(createWriter('de'), entry)).toMatch(/ · East roof · 8,00 kWh \(2,00\s€\) verloren$/)
  const own = { ...entry, facts: { ...entry.facts, ruleName: 'Too quiet', lostWh: null } }
  expect(writeEntry(createWriter('en'), own)).toBe('Too quiet · East roof')
  await database.db.pool.query('delete from messages')
})

it('says how long an alarm has lasted that is told again', async () => {
  const { db } = database
  const [, plantId = 0] = plantIds
  const fromMs = noon - 90 * DAY_MS
  const stepAt = (days: number) => fromMs + days * DAY_MS + MINUTE_MS
  await apply([{ ...opening(plantId), openedAtMs: fromMs, lastSeenMs: fromMs } as AlarmChange], fromMs)
  await tellAlarms(db, fromMs)
  const told: string[] = []
  for (const days of [1, 6, 7, 14, 29, 30, 60]) {
    await database.db.pool.query('delete from messages')
    await escalateAlarms(db, stepAt(days))
    await tellAlarms(db, stepAt(days))
    const { rows } = await db.pool.query('select entries -> 0 as entry from messages where plant_id = $1', [plantId])
    const [entry] = rows.map((row) => row.entry as MessageEntry)
    told.push(entry === undefined ? '--' : (writeEntry(createWriter('de'), entry).split(' · ').at(-1) ?? ''))
  }
  expect(told).toEqual(['1 Tag', '--', '7 Tage', '14 Tage', '--', '30 Tage', '--'])
  await apply([{ ...closing(plantId), atMs: stepAt(61) } as AlarmChange], stepAt(61))
  await tellAlarms(db, stepAt(61))
  await database.db.pool.query('delete from messages')
})

it('an outage of a region is one message to a person, and so is its end', async () => {
  await apply(plantIds.map(opening), noon)
  await tellAlarms(database.db, noon)
  // Not all loggers come back at the same moment.
  for (const [index, plantId] of plantIds.entries()) {
    const atMs = noon + HOUR_MS + index * MINUTE_MS
    await apply([closing(plantId)], atMs)
    await tellAlarms(database.db, atMs)
  }
  const { rows } = await database.db.pool.query(
    "select event_count, cardinality(plant_ids) as plants, entries -> 0 -> 'alarm' ->> 'change' as change from messages order by id",
  )
  expect(rows).toEqual([
    { event_count: 3, plants: 3, change: 'opened' },
    { event_count: 3, plants: 3, change: 'closed' },
  ])
})
