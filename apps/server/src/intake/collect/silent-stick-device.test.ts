import { systemClock } from '@heliograph/collect/clock.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { createSolarmanPush } from '@heliograph/collect/solarman-push/solarman-push.ts'
import { oneFamily, registersOf } from '@heliograph/collect/testing/one-family.ts'
import { decodeReadRequest, encodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { decodeLocalRequest, encodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createAskForTarget } from '../commands/commands.ts'
import { LINE_WIRE, openPolled } from '../ingest/ingest.ts'
import { addPlant, openScene, recordedAtMs, register, type Scene, timeOf, until } from '../ingest/testing/scene.ts'
import { createTargetDesk, readCollectConfig, runTargets, type TargetRunner } from './collect.ts'

const SERIAL = 4_000_000_003
const UNIT = 1
const log = pino({ level: 'silent' })
let database: TestDatabase
let scene: Scene
let runner: TargetRunner | undefined
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await runner?.close()
  await scene.close()
  await database.drop()
})

test('a device behind a stick that only answers is found, added and stored', { timeout: 60_000 }, async () => {
  const { db } = database
  const plantId = await addPlant(db)
  scene = await openScene(db, { server: { silenceMs: 10 } })
  await register(db, plantId, SERIAL)
  await db.pool.query("update plants set commands = 'read' where id = $1", [plantId])
  const { rows } = await db.pool.query<{ id: number }>(
    "insert into users (account, nickname, password_hash, language) values ('owner', 'Owner', 'x', 'en') returning id",
  )
  // It calls in, and says nothing of its own.
  const client = await scene.connect()
  const stream = createReassembler()
  const units = new Set<number>()
  let seqLogger = 0
  client.socket.on('data', (chunk) => {
    for (const event of stream.push(chunk)) {
      const request = event.kind === 'frame' ? decodeLocalRequest(event.frame) : undefined
      if (event.kind !== 'frame' || request === undefined) continue
      const asked = decodeReadRequest(request.rtu)
      const words = registersOf(77, 1_200 + seqLogger, 5_000)
      const isMine = event.frame.loggerSerial === SERIAL && asked !== undefined && asked.unit === UNIT
      if (isMine) units.add(asked.unit)
      const rtu = isMine
        ? encodeReadReply({
            ...asked,
            words: Array.from({ length: asked.count }, (_, n) => words.get(asked.address + n) ?? 0),
          })
        : Uint8Array.of(6, 0)
      seqLogger += 1
      const time = timeOf(recordedAtMs)
      client.socket.write(encodeLocalReply({ request: event.frame, seqLogger, loggerSerial: SERIAL, time, rtu }))
    }
  })
  await until(() => scene.ingest.line(`solarman-v5:${SERIAL}`) !== undefined)

  const now = (): number => scene.clock.nowMs
  const config = readCollectConfig({})
  const gate = createDeviceGate({ ...config, ownPorts: new Set() })
  const lines = {
    ask: async (source: string, rtu: Uint8Array) =>
      await scene.ingest.line(`solarman-v5:${source.split(':').at(-1)}`)?.ask(rtu),
  }
  const loggers = { wire: LINE_WIRE, ask: createAskForTarget({ db, lines }) }
  const ways = { 'solarman-push': createSolarmanPush(oneFamily) }
  const desk = await scene.ingest.open(openPolled)
  runner = await runTargets({ db, log, gate, loggers, ways, desk, clock: { ...systemClock, now }, random: () => 0 })
  const targets = createTargetDesk({ db, gate, loggers, ways, runner, now, wait: async () => {}, ...config })
  const serial = String(SERIAL)
  expect(await targets.askable(plantId)).toMatchObject([{ serial, isAllowed: true }])
  const found = await targets.probe({ plantId, way: 'solarman-push', host: serial, port: 10_000, settings: {} })
  expect(found).toMatchObject([{ serial: '77' }])
  const offers = found.map(({ offer }) => offer)
  const rates = { name: '', pollSeconds: 60, storeSeconds: 60 }
  const id = await targets.add({ plantId, userId: rows[0]?.id ?? 0, offers, ...rates })
  await expect.poll(async () => await runner?.read(id), { timeout: 30_000 }).toBe(true)
  for (let round = 0; round < 3; round += 1) {
    scene.clock.nowMs += 60_000
    await runner.read(id)
  }
  const stored = async () =>
    (
      await db.pool.query(
        'select l.address, count(*)::int as count from samples s join devices d on d.id = s.device_id join loggers l on l.id = d.logger_id where s.plant_id = $1 group by 1',
        [plantId],
      )
    ).rows[0]
  await expect.poll(async () => (await stored())?.count ?? 0, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
  expect((await stored()).address).toBe(serial)
  expect([...units]).toEqual([UNIT])
})
