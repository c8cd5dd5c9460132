import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addTestDevice, addTestPlant, appendSamples } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { judgeNewDays } from './alarms.ts'

let database: TestDatabase
let db: Db
let ownerId: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  ownerId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())

const first = Date.parse('2026-06-01T00:00Z')
const dayOf = (index: number): string => new Date(first + index * DAY_MS).toISOString().slice(0, 10)
const addDay = (plantId: number, index: number, producedWh: number) =>
  db.pool.query(
    `insert into performance_days values ($1, $2, 'in-plane', 50000, $3, true, 1, 10000, 1, 1, 1, 1, 0,
       jsonb_build_array(jsonb_build_object('kind', 'outage', 'energyWh', 50000 - $3::float8, 'inverters', '[]'::jsonb)),
       '[]', null, 1, 1)`,
    [plantId, dayOf(index), producedWh],
  )
const alarmsOf = async (plantId: number) =>
  (
    await db.pool.query(
      'select rule, part, opened_at, closed_at, lost_wh from alarms where plant_id = $1 order by rule',
      [plantId],
    )
  ).rows

it('three weak days open one alarm with its loss, a good one closes it', async () => {
  const plantId = await addTestPlant(db, ownerId, { zone: 'UTC' })
  await db.pool.query('insert into performance_plants values ($1, now(), now())', [plantId])
  for (const index of [0, 1, 2]) await addDay(plantId, index, 30_000)
  const nowMs = first + 3 * DAY_MS
  expect(await judgeNewDays(db, nowMs)).toBe(1)
  expect(await judgeNewDays(db, nowMs)).toBe(0)
  expect(await alarmsOf(plantId)).toMatchObject([
    { rule: 'underPerformance', opened_at: new Date(first), closed_at: null, lost_wh: 60_000 },
  ])
  await addDay(plantId, 3, 46_000)
  await judgeNewDays(db, nowMs + DAY_MS)
  expect((await alarmsOf(plantId))[0].closed_at).not.toBeNull()
})

it('a limit below the rating opens a tip with its loss, one at the rating none', async () => {
  const plantId = await addTestPlant(db, ownerId, { zone: 'UTC' })
  const { deviceId } = await addTestDevice(db, plantId, { quantities: ['acPowerW'] })
  await db.pool.query('insert into performance_plants values ($1, now(), now())', [plantId])
  const clip = (more: object) =>
    JSON.stringify([{ kind: 'clipping', energyWh: 5_000, inverters: [deviceId], confidence: 'medium', ...more }])
  const inverters = JSON.stringify([{ id: deviceId, capacityWp: 10_000, producedWh: 45_000, potentialWh: 50_000 }])
  const add = (index: number, losses: string) =>
    db.pool.query(
      `insert into performance_days values ($1, $2, 'in-plane', 50000, 45000, true, 1, 10000, 1, 1, 1, 1, 0, $3, $4, null, 1, 1)`,
      [plantId, dayOf(index), losses, inverters],
    )
  for (const index of [0, 1, 2, 3, 4]) await add(index, clip({}))
  await judgeNewDays(db, first + 5 * DAY_MS)
  expect(await alarmsOf(plantId)).toEqual([])
  for (const index of [5, 6, 7, 8, 9]) await add(index, clip({ heldW: 6_000 }))
  await judgeNewDays(db, first + 10 * DAY_MS)
  expect(await alarmsOf(plantId)).toMatchObject([
    { rule: 'clipping', opened_at: new Date(first + 5 * DAY_MS), closed_at: null, lost_wh: 25_000 },
  ])
})

it('a string that weakens is found, and its usual share is kept', async () => {
  const plantId = await addTestPlant(db, ownerId, { zone: 'UTC' })
  const device = await addTestDevice(db, plantId, { quantities: ['pv1PowerW', 'pv2PowerW'] })
  await appendSamples(db, device, { fromMs: first, toMs: first + 15 * DAY_MS, stepMs: 2 * HOUR_MS }, (atMs) => ({
    pv1PowerW: 600,
    pv2PowerW: atMs < first + 11 * DAY_MS ? 400 : 150,
  }))
  await db.pool.query('insert into performance_plants values ($1, now(), now())', [plantId])
  await addDay(plantId, 13, 45_000)
  await judgeNewDays(db, first + 15 * DAY_MS)
  expect(await alarmsOf(plantId)).toMatchObject([
    { rule: 'stringWeak', part: 'pv2', opened_at: new Date(first + 11 * DAY_MS) },
  ])
  const { rows } = await db.pool.query('select shares from alarm_strings where device_id = $1', [device.deviceId])
  expect(rows).toEqual([
    {
      shares: [
        { number: 1, share: 0.6 },
        { number: 2, share: 0.4 },
      ],
    },
  ])
})

it('an optimizer that gives nothing beside its siblings is found, and its end', async () => {
  const plantId = await addTestPlant(db, ownerId, { zone: 'UTC' })
  const range = { fromMs: first, toMs: first + 6 * DAY_MS, stepMs: 2 * HOUR_MS }
  const ids: number[] = []
  for (const index of [0, 1, 2]) {
    const options = { type: 'OPTIMIZER', quantities: ['pvPowerW'], flows: [] } as const
    const device = await addTestDevice(db, plantId, options)
    ids.push(device.deviceId)
    const isDead = (atMs: number) => index === 1 && atMs >= first + 2 * DAY_MS && atMs < first + 5 * DAY_MS
    await appendSamples(db, device, range, (atMs) => ({ pvPowerW: isDead(atMs) ? 0 : 100 + index }))
  }
  await db.pool.query('insert into performance_plants values ($1, now(), now())', [plantId])
  await addDay(plantId, 4, 45_000)
  await judgeNewDays(db, first + 5 * DAY_MS)
  const { rows } = await db.pool.query('select rule, device_id, opened_at, closed_at from alarms where plant_id = $1', [
    plantId,
  ])
  expect(rows).toEqual([
    { rule: 'microDead', device_id: ids[1], opened_at: new Date(first + 2 * DAY_MS), closed_at: null },
  ])
  await addDay(plantId, 5, 45_000)
  await judgeNewDays(db, first + 6 * DAY_MS)
  expect((await alarmsOf(plantId))[0].closed_at).not.toBeNull()
})
