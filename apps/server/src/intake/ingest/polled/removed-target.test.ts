import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeLogger } from '../../../fleet/loggers/loggers.ts'
import * as telemetry from '../../../fleet/telemetry/telemetry.ts'
import { createReactions } from '../../../reactions.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { createIngest, type Ingest, openPolled, type PolledDesk } from '../ingest.ts'
import { addPlant, recordedAtMs, silent } from '../testing/scene.ts'
import { WIRE_ID } from './record.ts'

let test: Awaited<ReturnType<typeof createTestDatabase>>
let ingest: Ingest
let desk: PolledDesk
let nowMs = recordedAtMs

beforeAll(async () => {
  test = await createTestDatabase()
  const now = (): number => nowMs
  ingest = createIngest({ db: test.db, telemetry, reactions: createReactions(now), now, log: silent })
  await ingest.start()
  desk = await ingest.open(openPolled)
})
afterAll(async () => {
  await ingest.close()
  await test.drop()
})

const store = (logger: string) => {
  nowMs += 10_000
  const values = { acPowerW: 500, generationTotalWh: 1_000 }
  const decoded = { deviceSerial: 'A1', deviceType: 'INVERTER', profileId: 'x', values, texts: {}, complaints: [] }
  const from = { logger, address: '192.168.1.20', intervalMs: 10_000 }
  return desk.store(from, { atMs: nowMs, words: Uint8Array.of(1), decoded } as Parameters<PolledDesk['store']>[1])
}
const loggersNow = async (): Promise<readonly object[]> =>
  (await test.db.pool.query('select address, plant_id from loggers')).rows

it('a reading under way when its target is removed makes no logger', async () => {
  const plantId = await addPlant(test.db)
  const { id: loggerId } = await test.db.kysely
    .insertInto('loggers')
    .values({ wire: WIRE_ID, address: 'target', plant_id: plantId, registered_at: new Date(nowMs), wire_state: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await store('target')).toBe('stored')
  // Noted, and due to be written later.
  await desk.noteContact({ logger: 'target', address: '192.168.1.20', intervalMs: 10_000 })
  await removeLogger(test.db, { plantId, loggerId })
  expect(await store('target')).toBe('refused')
  await desk.noteContact({ logger: 'target', address: '192.168.1.20', intervalMs: 10_000 })
  expect(await loggersNow()).toEqual([])
  await ingest.close()
  expect(await loggersNow()).toEqual([])
  expect((await test.db.pool.query('select from waiting_records')).rowCount).toBe(0)
})
