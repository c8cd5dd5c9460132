import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { DeviceMeta } from './sample.ts'
import { append, latest, plantDays } from './telemetry.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase(8)
})
afterAll(() => test.drop())

const ZONE = 'Europe/Berlin'
const written = ['samples', 'device_latest', 'device_rollups', 'meter_days', 'plant_days'] as const

const feed = (device: DeviceMeta, at: string, totalWh: number) =>
  append(test.db, [sampleAt(device, at, { generationTotalWh: totalWh })])

/** Resolves when a statement waits for rows of another transaction. */
async function rowsAwaited(): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await test.db.pool.query(text)).rows.length === 0);
}

it('a commit that shows only later, after its locks are gone, is counted once', async () => {
  const device = await addDevice(test.db, await addPlant(test.db, ZONE), ZONE, { quantities: ['generationTotalWh'] })
  await feed(device, '2026-06-01T10:00Z', 1_000)
  const { pool } = test.db
  const client = await pool.connect()
  try {
    // The second record is stored, and its rows are taken back; they come again with a transaction that holds no device.
    for (const table of written) await pool.query(`create table before_${table} as select * from ${table}`)
    await feed(device, '2026-06-01T10:05Z', 1_300)
    for (const table of written) {
      await pool.query(`create table after_${table} as select * from ${table}`)
      await pool.query(`delete from ${table}`)
      await pool.query(`insert into ${table} select * from before_${table}`)
    }
    await client.query('begin')
    await client.query('update device_latest l set last = a.last, open = a.open from after_device_latest a')
    for (const table of ['samples', 'device_rollups', 'meter_days', 'plant_days']) {
      await client.query(`delete from ${table}`)
      await client.query(`insert into ${table} select * from after_${table}`)
    }
    const third = feed(device, '2026-06-01T10:10Z', 1_700)
    await rowsAwaited()
    await client.query('commit')
    expect((await third).outcomes).toEqual([{ stored: true, late: false }])
  } finally {
    client.release()
  }
  const [day] = await plantDays(test.db, device.plantId, '2026-06-01', '2026-06-01')
  expect(day).toMatchObject({ energy: { generation: 700 }, samples: 3 })
  expect((await latest(test.db, [device.deviceId])).get(device.deviceId)?.values.generationTotalWh?.value).toBe(1_700)
})
