import type { Values } from '@heliograph/domain/reading.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { LoggerClient } from './testing/logger-client.ts'
import { addPlant, createStick, openScene, recordedAtMs, register, type Scene, timeOf, until } from './testing/scene.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Sender = Readonly<{ plantId: number; stick: ReturnType<typeof createStick>; line: LoggerClient }>
type Frame = Parameters<LoggerClient['exchange']>[0]

/** An ingest whose batches the test cuts: what is sent while one is held is one batch. */
async function openHeld(senders: number, firstSerial: number) {
  let gate: Promise<void> | undefined
  const scene = await openScene(database.db, {
    server: { maxUnprovenPerAddress: 10_000 },
    append: async (...args) => {
      await gate
      return telemetry.append(...args)
    },
  })
  const addSender = async (serial: number): Promise<Sender> => {
    const plantId = await addPlant(database.db)
    await register(database.db, plantId, serial)
    return { plantId, stick: createStick(serial), line: await scene.connect() }
  }
  const blocker = await addSender(firstSerial)
  const all: Sender[] = []
  for (let n = 1; n <= senders; n += 1) all.push(await addSender(firstSerial + n))
  const hold = (): (() => void) => {
    let open = (): void => {}
    gate = new Promise((resolve) => {
      open = resolve
    })
    return () => {
      gate = undefined
      open()
    }
  }
  return {
    scene,
    senders: all,
    countBatch: (frames: (one: Sender) => Frame) => countBatch(scene, blocker, all, hold, frames),
  }
}

/** @returns the statements of two batches: of one known device, then of one record of each sender */
async function countBatch(
  scene: Scene,
  blocker: Sender,
  senders: readonly Sender[],
  hold: () => () => void,
  frameOf: (one: Sender) => Frame,
): Promise<readonly string[]> {
  const frames = senders.map((one) => ({ line: one.line, frame: frameOf(one) }))
  const open = hold()
  const first = blocker.line.exchange(dataOf(blocker, scene.clock.nowMs, {}))
  await until(() => scene.ingest.stats().queueLength === 1)
  const rest = frames.map(({ line, frame }) => line.exchange(frame))
  await until(() => scene.ingest.stats().queueLength === 1 + senders.length)
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    open()
    await Promise.all([first, ...rest])
    return spy.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text))
  } finally {
    spy.mockRestore()
  }
}

const dataOf = ({ stick }: Sender, atMs: number, values: Values): Frame =>
  stick.data(atMs, { generationTotalWh: 5_000_000, ...values }, { time: timeOf(atMs) })

/** What a batch of one record of each of so many senders costs, by kind of batch. */
async function listCosts(senders: number, firstSerial: number): Promise<Readonly<Record<string, number>>> {
  const held = await openHeld(senders, firstSerial)
  const { scene } = held
  const costs: Record<string, number> = {}
  const at = async (kind: string, minutes: number, values: Values): Promise<void> => {
    scene.clock.nowMs = recordedAtMs + minutes * 60_000
    const statements = await held.countBatch((one) => dataOf(one, scene.clock.nowMs, values))
    costs[kind] = statements.length
  }
  await at('new', 0, { acPowerW: 500 })
  await at('known', 5, { acPowerW: 500 })
  await at('growing', 10, { acPowerW: 3_000 })
  await at('known again', 15, { acPowerW: 3_000 })
  scene.clock.nowMs += 60_000
  const last = new Map(held.senders.map((one) => [one, dataOf(one, scene.clock.nowMs, { acPowerW: 3_000 })]))
  await held.countBatch((one) => last.get(one) as Frame)
  costs.repeated = (await held.countBatch((one) => last.get(one) as Frame)).length
  const { rows } = await database.db.pool.query('select count(*)::int as n from devices where plant_id = any($1)', [
    held.senders.map(({ plantId }) => plantId),
  ])
  expect(rows).toEqual([{ n: senders }])
  await scene.close()
  return costs
}

test('a batch costs as many statements for one device as for two hundred', async () => {
  // The first batch of a process also reads the types of rows.
  await listCosts(1, 4_000_000_000)
  const few = await listCosts(2, 4_100_000_000)
  const many = await listCosts(200, 4_200_000_000)
  const most: Record<string, number> = { new: 125, known: 55, growing: 60, 'known again': 45, repeated: 20 }
  for (const [kind, count] of Object.entries(many)) {
    // A connection that the pool opens meanwhile adds a few; a loop would add two hundred.
    expect([kind, Math.abs(count - (few[kind] ?? 0)) < 20]).toEqual([kind, true])
    expect([kind, count <= (most[kind] ?? 0)]).toEqual([kind, true])
  }
})
