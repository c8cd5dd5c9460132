import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { addPlant, createStick, openScene, register, type Scene } from '../testing/scene.ts'
import { WIRE_ID } from './record.ts'

const [STICK, SERIAL] = [4_000_000_123, 'SN4000000123']
let test: Awaited<ReturnType<typeof createTestDatabase>>
let scene: Scene
let plantId = 0

beforeAll(async () => {
  test = await createTestDatabase()
  scene = await openScene(test.db)
  plantId = await addPlant(test.db)
  await register(test.db, plantId, STICK)
  await test.db.kysely
    .insertInto('loggers')
    .values({ wire: WIRE_ID, address: 'target', plant_id: plantId, registered_at: new Date(), wire_state: '{}' })
    .execute()
})
afterAll(async () => {
  await scene.close()
  await test.drop()
})

/** The server reads the inverter. */
const read = async (totalWh: number): Promise<string | undefined> => {
  scene.clock.nowMs += HOUR_MS
  const values = { acPowerW: 500, generationTotalWh: totalWh }
  const decoded = { deviceSerial: SERIAL, deviceType: 'INVERTER', profileId: 'solis-0507', values, texts: {} } as const
  return await scene.polled.store(
    { logger: 'target', address: '192.168.1.20', intervalMs: 60_000 },
    { atMs: scene.clock.nowMs, words: Uint8Array.of(1), decoded: { ...decoded, complaints: [] } },
  )
}
const stick = createStick(STICK, SERIAL)
/** Its logger stick sends. */
const send = async (totalWh: number): Promise<void> => {
  scene.clock.nowMs += HOUR_MS
  const client = await scene.connect()
  await client.exchange(stick.data(scene.clock.nowMs, { generationTotalWh: totalWh }))
}
const loggerOf = async (): Promise<string> =>
  (
    await test.db.pool.query(
      'select l.wire from devices d join loggers l on l.id = d.logger_id where d.serial = $1 and d.plant_id = $2',
      [SERIAL, plantId],
    )
  ).rows[0].wire

it('a device that is read and sent has one logger, the one that sends', async () => {
  const seen: string[] = []
  const steps = [read, send, read, send, read, read]
  for (const [at, step] of steps.entries()) {
    const outcome = await step(10_000 + at * 1_000)
    if (step === read) expect(outcome).toBe('stored')
    seen.push(await loggerOf())
  }
  expect(seen).toEqual(['polled', ...Array.from({ length: 5 }, () => 'solarman-v5')])
  const { rows } = await test.db.pool.query('select count(*)::int as devices from devices where plant_id = $1', [
    plantId,
  ])
  expect(rows).toEqual([{ devices: 1 }])
})
