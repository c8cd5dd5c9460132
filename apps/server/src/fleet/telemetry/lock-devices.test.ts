import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { lockDevices, lockDevicesOf } from './lock-devices.ts'
import { append, latest, removeTelemetry } from './telemetry.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase(8)
})
afterAll(() => test.drop())

const ZONE = 'Europe/Berlin'
const device = async () => addDevice(test.db, await addPlant(test.db, ZONE), ZONE, { quantities: ['acPowerW'] })

async function within(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await test.db.pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Returns when so many transactions of this database wait for a device. */
async function waiting(count: number): Promise<void> {
  const text = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  while ((await test.db.pool.query(text)).rows.length < count);
}

it('an append waits for the transaction that holds its device', async () => {
  const one = await device()
  const appended: string[] = []
  let appending: Promise<void> = Promise.resolve()
  await within(async (client) => {
    await lockDevices(client, [one.deviceId])
    appending = append(test.db, [sampleAt(one, '2026-06-01T10:00Z', { acPowerW: 5 })]).then(() => {
      appended.push('append')
    })
    await waiting(1)
    appended.push('holder')
  })
  await appending
  expect(appended).toEqual(['holder', 'append'])
  expect((await latest(test.db, [one.deviceId])).get(one.deviceId)?.values.acPowerW?.value).toBe(5)
})

it('devices are locked in the order of their IDs, however they are named', async () => {
  const [first, second] = [(await device()).deviceId, (await device()).deviceId]
  let both: Promise<void> = Promise.resolve()
  await within(async (holder) => {
    await lockDevices(holder, [first])
    both = within((client) => lockDevices(client, [second, first, second]))
    await waiting(1)
    // It waits for the first one without holding the second.
    await within((client) => lockDevices(client, [second]))
  })
  await both
})

it('a removal waits for the devices of its plant alone', async () => {
  const [own, other] = [await device(), await device()]
  await append(test.db, [sampleAt(own, '2026-06-01T10:00Z', { acPowerW: 5 })])
  await append(test.db, [sampleAt(other, '2026-06-01T10:00Z', { acPowerW: 6 })])
  let removal: Promise<void> = Promise.resolve()
  await test.db.transaction(async (transaction) => {
    await lockDevicesOf(transaction, own.plantId)
    await removeTelemetry(test.db, other.plantId)
    removal = removeTelemetry(test.db, own.plantId)
    await waiting(1)
    expect((await latest(test.db, [own.deviceId])).size).toBe(1)
  })
  await removal
  expect((await latest(test.db, [own.deviceId, other.deviceId])).size).toBe(0)
})
