import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import { describeArray } from '@heliograph/solar/array.ts'
import { getPotential, guessAir } from '@heliograph/solar/light-source.ts'
import { Cron } from 'croner'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { getFacts } from '../../fleet/plants/plants.ts'
import { append } from '../../fleet/telemetry/telemetry.ts'
import { removeDays } from '../../platform/db/remove-days.ts'
import { clockJobs } from '../../platform/jobs/job-list.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { createAlarmReaction } from '../alarms/alarms.ts'
import { countDuePerformance, takeTurn } from './count-due.ts'
import { countPlantDays } from './count-plant-days.ts'
import { listDuePlants } from './due-plants.ts'
import { ordinaryLoss } from './make-course.ts'
import { plantPerformance } from './plant-performance.ts'

const ZONE = 'Europe/Berlin'
const place = { latitudeDeg: 52.5, longitudeDeg: 13.4, altitudeM: 0 }
const array = describeArray({ ratedAcW: 1, lossFraction: ordinaryLoss })
const LAST_DAY = '2026-06-30'
const now = dayBounds(LAST_DAY, ZONE).toMs + 6 * HOUR_MS

let test: TestApp
let ownerId: number
beforeAll(async () => {
  test = await createTestApp(now)
  ownerId = (await addTestUser(test, 'owner')).userId
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.pool.query('delete from plants')
})

/** Power of 5 kWp under a clear sky, in the shadow of a wall from four o'clock on, W. */
const shadedW = (atMs: number): number =>
  getPotential(
    ...([atMs, place, [{ mount: 'fixed', pdc0W: 5_000, tiltDeg: 20, azimuthDeg: 180 }], array] as const),
    { source: 'clear-sky', linkeTurbidity: 3.3 },
    guessAir(atMs, place.latitudeDeg, place.longitudeDeg),
  ).acW * (atMs % DAY_MS > 14 * HOUR_MS ? 0.5 : 0.97)

async function addPlant(days = 0): Promise<number> {
  const plantId = await addTestPlant(test.db, ownerId)
  const device = await addTestDevice(test.db, plantId, { quantities: ['acPowerW', 'generationTotalWh'], ratedW: 5_000 })
  if (days > 0) await feed(device, addDays(LAST_DAY, 1 - days), days)
  return plantId
}

const feed = (device: Awaited<ReturnType<typeof addTestDevice>>, from: string, days: number) => {
  const { fromMs } = dayBounds(from, ZONE)
  let wh = 1_000_000
  return appendSamples(test.db, device, { fromMs, toMs: fromMs + days * DAY_MS, stepMs: 15 * MINUTE_MS }, (atMs) => {
    const acPowerW = shadedW(atMs + 7.5 * MINUTE_MS)
    wh += acPowerW / 4
    return acPowerW < 40 ? undefined : { acPowerW, generationTotalWh: Math.round(wh) }
  })
}

const daysOf = async (plantId: number): Promise<string[]> =>
  (
    await test.db.kysely
      .selectFrom('performance_days')
      .select('day')
      .where('plant_id', '=', plantId)
      .orderBy('day')
      .execute()
  ).map(({ day }) => day)

it('judges the newest month first and compares it once more when its past is known', async () => {
  const plantId = await addPlant(70)
  const { isDone } = await countPlantDays(test.db, await getFacts(test.db, plantId), now, 0)
  expect([isDone, await daysOf(plantId)]).toEqual([
    false,
    Array.from({ length: 31 }, (_, i) => addDays(LAST_DAY, i - 30)),
  ])
  const shaded = async () => {
    const { parts } = await plantPerformance(test.db, plantId, 'total', undefined, now)
    const { rows } = await test.db.pool.query<{ day: string }>(
      `select day from performance_days where plant_id = $1 and losses @> '[{"kind": "shading"}]' order by day limit 1`,
      [plantId],
    )
    expect(parts[0]?.sum.potentialWh).toBe(
      (parts[0]?.sum.producedWh ?? 0) + (parts[0]?.sum.losses.reduce((sum, { energyWh }) => sum + energyWh, 0) ?? 0),
    )
    return rows[0]?.day ?? ''
  }
  // The first of them have nothing to compare with.
  expect(await shaded()).toBe(addDays(LAST_DAY, -27))
  while ((await countDuePerformance(test.db, now)) > 0);
  expect((await daysOf(plantId)).length).toBe(70)
  expect(await shaded()).toBe(addDays(LAST_DAY, -66))
  const { rows } = await test.db.pool.query<{ day: string }>(
    `select day from performance_days where plant_id = $1 and losses @> '[{"kind": "shading"}]'`,
    [plantId],
  )
  expect(rows).toHaveLength(67)
})

it('leaves no row for years without data', async () => {
  const plantId = await addTestPlant(test.db, ownerId)
  const device = await addTestDevice(test.db, plantId, { quantities: ['acPowerW', 'generationTotalWh'], ratedW: 5_000 })
  await feed(device, '2016-06-01', 2)
  while ((await countDuePerformance(test.db, now)) > 0);
  expect(await daysOf(plantId)).toEqual(['2016-06-01', '2016-06-02'])
})

it('gives turns to who was fed or edited last and to who waits longest', async () => {
  const waiting: number[] = []
  for (let i = 0; i < 4; i++) {
    const plantId = await addTestPlant(test.db, ownerId)
    waiting.push(plantId)
    await addState(plantId, { due_at: new Date(now - (10 - i) * HOUR_MS) })
  }
  const [fed, edited] = [await addTestPlant(test.db, ownerId), await addTestPlant(test.db, ownerId)]
  await addState(fed, { due_at: new Date(now + DAY_MS), fed_at: new Date(now - MINUTE_MS) })
  await addState(edited, { due_at: new Date(now + DAY_MS) })
  const recount = { plant_id: edited, state: 'done', finished_at: new Date(now - 2 * MINUTE_MS) } as const
  await test.db.kysely.insertInto('recounts').values(recount).execute()
  const due = await listDuePlants(test.db, now)
  expect(due.map(({ id }) => id)).toEqual([fed, waiting[0], edited, waiting[1], waiting[2], waiting[3]])
  expect(due.map(({ isRecounted }) => isRecounted).indexOf(true)).toBe(2)
})

const addState = (plantId: number, state: Readonly<{ due_at: Date; fed_at?: Date }>) =>
  test.db.kysely
    .insertInto('performance_plants')
    .values({ plant_id: plantId, counted_at: new Date(now - 20 * HOUR_MS), ...state } as never)
    .execute()

it('hears of late records of past days, and not of several records of today', async () => {
  const plantId = await addTestPlant(test.db, ownerId)
  const device = await addTestDevice(test.db, plantId, { quantities: ['acPowerW', 'generationTotalWh'], ratedW: 5_000 })
  await addState(plantId, { due_at: new Date(now + DAY_MS) })
  const react = createAlarmReaction(() => now)
  const send = (fromMs: number) =>
    append(
      test.db,
      [0, 1, 2].map((i) => ({
        device,
        timeSource: 'frame' as const,
        atMs: fromMs + i * MINUTE_MS,
        values: { acPowerW: 900 },
      })),
      (stored, client) => react(stored, client),
    )
  const isDue = async () => (await listDuePlants(test.db, now + 1)).some(({ id }) => id === plantId)
  // Its first records ever may be of any day.
  await send(now - 2 * HOUR_MS)
  await addState2(plantId)
  await send(now - HOUR_MS)
  expect(await isDue()).toBe(false)
  await send(now - 3 * DAY_MS)
  expect(await isDue()).toBe(true)
})

const addState2 = (plantId: number) =>
  test.db.pool.query('update performance_plants set fed_at = null where plant_id = $1', [plantId])

it('says since when days wait, and nothing while none does', async () => {
  const plantId = await addPlant(2)
  const waits = async () => (await plantPerformance(test.db, plantId, 'month', '2026-06', now)).waitingSinceMs
  while ((await countDuePerformance(test.db, now)) > 0);
  expect(await waits()).toBeNull()
  await test.db.pool.query('update performance_plants set fed_at = $2, counted_at = $3 where plant_id = $1', [
    ...[plantId, new Date(now - HOUR_MS), new Date(now - 2 * HOUR_MS)],
  ])
  expect(await waits()).toBe(now - HOUR_MS)
})

it('forgets days that are older than wanted, and does not judge them again', async () => {
  const plantId = await addPlant(20)
  const other = await addPlant(1)
  while ((await countDuePerformance(test.db, now)) > 0);
  expect(await removeDays(test.db, 'performance_days', now, 10)).toBe(8)
  await test.db.pool.query('update performance_plants set due_at = $1', [new Date(now)])
  while ((await countDuePerformance(test.db, now, { keepDays: 10 })) > 0);
  expect([(await daysOf(plantId))[0], (await daysOf(other)).length]).toEqual([addDays(LAST_DAY, -11), 1])
})

const feedAt = (plantId: number, atMs: number) =>
  test.db.pool.query('update performance_plants set fed_at = $2 where plant_id = $1', [plantId, new Date(atMs)])

/** Plants beside `plantId` that have waited for hours. */
async function addWaiting(plantId: number, count: number): Promise<void> {
  await test.db.pool.query(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, altitude_m, address, country, zone, currency, azimuth_deg, tilt_deg)
     select 'w' || i, type, grid_type, capacity_wp, latitude, longitude, altitude_m, address, country, zone, currency, azimuth_deg, tilt_deg
     from plants, generate_series(1, $2::int) i where id = $1`,
    [plantId, count],
  )
  await test.db.pool.query(
    `insert into performance_plants (plant_id, due_at, counted_at, waiting_since)
     select id, $2, $3, $2 from plants where id <> $1`,
    [plantId, new Date(now - 9 * HOUR_MS), new Date(now - 20 * HOUR_MS)],
  )
  await addState(plantId, { due_at: new Date(now + DAY_MS) })
}

/**
 * The job as the clock starts it, with turns that take a stated time. The plant is fed in the first turn of a run, right
 * after that run chose whose turns they are: the worst moment.
 * @returns milliseconds from there until its days are written
 */
async function waitOf(plantId: number, turnMs: number): Promise<number> {
  const cron = new Cron(clockJobs.performance, { timezone: 'UTC', paused: true })
  let [atMs, fedAtMs, judgedAtMs] = [now, Number.NaN, Number.NaN]
  const turn: typeof takeTurn = async (db, plant, nowMs, keepDays) => {
    if (Number.isNaN(fedAtMs)) {
      fedAtMs = atMs + 1
      await feedAt(plantId, fedAtMs)
    }
    await takeTurn(db, plant, nowMs, keepDays)
    atMs += turnMs
    if (plant.id === plantId && Number.isNaN(judgedAtMs)) judgedAtMs = atMs
  }
  while (Number.isNaN(judgedAtMs) && atMs < now + HOUR_MS) {
    await countDuePerformance(test.db, atMs, { clock: () => atMs, turn })
    atMs = cron.nextRun(new Date(atMs))?.getTime() ?? Number.NaN
  }
  return judgedAtMs - fedAtMs
}

it.each([100, 3_000, 45_000])('judges who was fed within two minutes by turns of %d ms', async (turnMs) => {
  const plantId = await addPlant(2)
  await addWaiting(plantId, 3_000)
  expect(await waitOf(plantId, turnMs)).toBeLessThanOrEqual(2 * MINUTE_MS)
  expect(await daysOf(plantId)).toHaveLength(2)
  const { rows } = await test.db.pool.query('select 1 from performance_plants where waiting_since is not null')
  expect(rows.length).toBeGreaterThan(2_500)
})

it('gives every second turn to who waits while another plant is fed all the time', async () => {
  const plantId = await addPlant(2)
  await addWaiting(plantId, 3)
  await feedAt(plantId, now)
  const turns: number[] = []
  let atMs = now
  const turn: typeof takeTurn = async (db, plant, nowMs, keepDays) => {
    await takeTurn(db, plant, nowMs, keepDays)
    turns.push(plant.id)
    atMs += 1_000
    await feedAt(plantId, atMs)
  }
  await countDuePerformance(test.db, now, { clock: () => atMs, turn })
  expect(new Set(turns).size).toBe(4)
  expect(turns[0]).toBe(plantId)
})
