import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { DeviceMeta } from './sample.ts'
import { walkRows } from './stored-rows.ts'
import { append, sealDays, sealMonths } from './telemetry.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const START = Date.parse('2026-04-28T00:00Z')
const ZONE = 'Europe/Berlin'
/** Over the end of a month; some days have so many rows that they came in several pages. */
const instants = Array.from({ length: 6 * 96 }, (_, at) => START + at * 15 * MINUTE)

let test: TestDatabase
let device: DeviceMeta
// A database per test: sealing works on all devices.
beforeEach(async () => {
  test = await createTestDatabase()
  device = await addDevice(test.db, await addPlant(test.db, ZONE), ZONE, { quantities: ['acPowerW'] })
  await append(
    test.db,
    instants.map((atMs, at) => sampleAt(device, atMs, { acPowerW: at })),
  )
})
afterEach(() => test.drop())

async function walk(fromMs: number, onRow: (count: number) => Promise<unknown> = async () => {}): Promise<number[]> {
  const client = await test.db.pool.connect()
  try {
    const seen: number[] = []
    for await (const { atMs } of walkRows(client, device, fromMs)) {
      seen.push(atMs)
      await onRow(seen.length)
    }
    return seen
  } finally {
    client.release()
  }
}

it('days that become a row while they are walked are all in it, once', async () => {
  const seen = await walk(0, async (count) => {
    if (count === 2) await sealDays(test.db, { beforeDay: '2026-05-02' })
  })
  expect(seen).toEqual(instants)
})

it('days that become a month while they are walked are all in it, once', async () => {
  await sealDays(test.db, { beforeDay: '2026-05-02' })
  const seen = await walk(0, async (count) => {
    if (count === 2) await sealMonths(test.db, { beforeDay: '2026-05-02' })
  })
  expect(seen).toEqual(instants)
})

it('rows after an instant are those after it, however they are stored', async () => {
  const fromMs = START + 1.5 * DAY
  const later = instants.filter((atMs) => atMs > fromMs)
  expect(await walk(fromMs)).toEqual(later)
  await sealDays(test.db, { beforeDay: '2026-05-02' })
  expect(await walk(fromMs)).toEqual(later)
  await sealMonths(test.db, { beforeDay: '2026-05-02' })
  expect(await walk(fromMs)).toEqual(later)
  // A late one beside the month.
  await append(test.db, [sampleAt(device, fromMs + MINUTE, { acPowerW: 1 })])
  expect(await walk(fromMs)).toEqual([fromMs + MINUTE, ...later])
})
