import type { Values } from '@heliograph/domain/reading.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { listLoops } from '../../testing/list-loops.ts'
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
async function openHeld(senders: number, firstSerial: number, append = telemetry.append) {
  let gate: Promise<void> | undefined
  const scene = await openScene(database.db, {
    server: { maxUnprovenPerAddress: 10_000 },
    append: async (...args) => {
      await gate
      return append(...args)
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
    countBatch: (frames: (one: Sender) => Frame, from: readonly Sender[] = all) =>
      countBatch(scene, blocker, from, hold, frames),
  }
}

/** All statements of the batches that were counted. */
const seen = new Set<string>()

/** @returns the statements of two batches: of one known device, then of one record of each sender */
async function countBatch(
  scene: Scene,
  blocker: Sender,
  senders: readonly Sender[],
  hold: () => () => void,
  frameOf: (one: Sender) => Frame,
): Promise<readonly string[]> {
  const frames = senders.map((sender) => ({ line: sender.line, frame: frameOf(sender) }))
  const open = hold()
  const first = blocker.line.exchange(dataOf(blocker, scene.clock.nowMs, {}))
  await until(() => scene.ingest.stats().queueLength === 1)
  const rest = frames.map(({ line, frame }) => line.exchange(frame))
  await until(() => scene.ingest.stats().queueLength === 1 + senders.length)
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    open()
    await Promise.all([first, ...rest])
    const texts = spy.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    for (const text of texts) seen.add(text)
    return texts
  } finally {
    spy.mockRestore()
  }
}

const dataOf = ({ stick }: Sender, atMs: number, values: Values): Frame =>
  stick.data(atMs, { generationTotalWh: 5_000_000, ...values }, { time: timeOf(atMs) })

/** Their loggers go to other plants, and no notification tells this node. @returns these plants */
async function moveAway(senders: readonly Sender[]): Promise<readonly number[]> {
  const plantIds: number[] = []
  for (const { plantId } of senders) {
    const other = await addPlant(database.db)
    plantIds.push(other)
    await database.db.pool.query(
      `with moved as (update loggers set plant_id = $2 where plant_id = $1 returning id)
       update logger_records r set plant_id = $2, version = version + 1 from moved where r.logger_id = moved.id`,
      [plantId, other],
    )
  }
  return plantIds
}

const countSamples = async (plantIds: readonly number[]): Promise<number> =>
  (await database.db.pool.query('select count(*)::int as n from samples where plant_id = any($1)', [plantIds])).rows[0]
    .n

/** What a batch of one record of each of so many senders costs, by kind of batch. */
async function listCosts(
  senders: number,
  firstSerial: number,
  append?: typeof telemetry.append,
): Promise<Readonly<Record<string, number>>> {
  const held = await openHeld(senders, firstSerial, append)
  const { scene } = held
  const costs: Record<string, number> = {}
  const at = async (kind: string, minutes: number, values: Values): Promise<void> => {
    scene.clock.nowMs = recordedAtMs + minutes * 60_000
    const statements = await held.countBatch((item) => dataOf(item, scene.clock.nowMs, values))
    costs[kind] = statements.length
  }
  const late = async (minutes: number): Promise<number> => {
    const atMs = scene.clock.nowMs + minutes * 60_000
    const before = await countSamples(held.senders.map(({ plantId }) => plantId))
    const statements = await held.countBatch((item) =>
      dataOf(item, atMs, { acPowerW: 700, generationTotalWh: 4_999_000 }),
    )
    expect(await countSamples(held.senders.map(({ plantId }) => plantId))).toBe(before + senders)
    return statements.length
  }
  await at('new', 0, { acPowerW: 500 })
  await at('known', 5, { acPowerW: 500 })
  await at('growing', 10, { acPowerW: 3_000 })
  await at('known again', 15, { acPowerW: 3_000 })
  scene.clock.nowMs += 60_000
  const last = new Map(held.senders.map((sender) => [sender, dataOf(sender, scene.clock.nowMs, { acPowerW: 3_000 })]))
  await held.countBatch((item) => last.get(item) as Frame)
  costs.repeated = (await held.countBatch((item) => last.get(item) as Frame)).length
  costs.late = await late(-20)
  costs['later still'] = await late(-3 * 24 * 60)
  scene.clock.nowMs += 60_000
  // Of a network that never spoke for these loggers, with times that do not go on: nothing says that it is them.
  const strangers = await Promise.all(
    held.senders.map(async (sender, n) => ({
      ...sender,
      line: await scene.connect(`127.${10 + (n % 200)}.${1 + Math.floor(n / 200)}.9`),
    })),
  )
  const forged = { time: { totalS: 9, poweronS: 9, offsetS: 1 } }
  costs.unproven = (
    await held.countBatch((item) => item.stick.data(scene.clock.nowMs, { acPowerW: 900 }, forged), strangers)
  ).length
  expect(scene.ingest.stats().unproven).toBe(senders)
  const { rows } = await database.db.pool.query('select count(*)::int as n from devices where plant_id = any($1)', [
    held.senders.map(({ plantId }) => plantId),
  ])
  expect(rows).toEqual([{ n: senders }])
  const others = await moveAway(held.senders)
  await at('moved', 30, { acPowerW: 3_000 })
  expect(await countSamples(others)).toBe(senders)
  await scene.close()
  return costs
}

const most: Readonly<Record<string, number>> = {
  new: 125,
  known: 55,
  growing: 48,
  'known again': 45,
  repeated: 20,
  late: 45,
  'later still': 45,
  unproven: 45,
  moved: 100,
}

/** The kinds of batch that cost more than they may, or more for many senders than for a few. */
const listExcesses = (
  few: Readonly<Record<string, number>>,
  many: Readonly<Record<string, number>>,
): readonly string[] =>
  Object.entries(many).flatMap(([kind, count]) =>
    // A connection that the pool opens meanwhile adds a few; a loop would add two hundred.
    count > (most[kind] ?? 0) || Math.abs(count - (few[kind] ?? 0)) >= 20 ? [kind] : [],
  )

test('a batch costs as many statements for one device as for two hundred', async () => {
  // The first batch of a process also reads the types of rows.
  await listCosts(1, 4_000_000_000)
  const few = await listCosts(2, 4_100_000_000)
  const many = await listCosts(200, 4_200_000_000)
  expect(Object.keys(many).sort()).toEqual(Object.keys(most).sort())
  expect(listExcesses(few, many)).toEqual([])
}, 120_000)

test('a statement for each record of a batch is found', async () => {
  const looping: typeof telemetry.append = async (db, batch, within) => {
    for (const { device } of batch) await db.pool.query('select from devices where id = $1', [device.deviceId])
    return telemetry.append(db, batch, within)
  }
  const few = await listCosts(2, 4_050_000_000, looping)
  const many = await listCosts(60, 4_060_000_000, looping)
  const withoutSamples = ['repeated', 'unproven']
  expect(listExcesses(few, many)).toEqual(Object.keys(many).filter((kind) => !withoutSamples.includes(kind)))
}, 120_000)

test('no statement of a batch compares each item of a list with each of another', async () => {
  const planned = [...seen].filter((text) => /^\s*(select|with|insert|update|delete)\b/.test(text))
  const days = `with days as materialized (select d.plant_id, d.generation_wh
    from unnest($1::bigint[], $3::date[]) as k (plant_id, day) join plant_days d using (plant_id, day))`
  const looping = [
    `${days} update plant_now p set today_wh = d.generation_wh from unnest($1::bigint[], $2::bigint[]) as u (plant_id, version)
      left join days d on d.plant_id = u.plant_id where p.plant_id = u.plant_id and p.version = u.version`,
    `${days} select id, (select generation_wh from days d where d.plant_id = u.id) from unnest($1::bigint[]) as u (id)`,
  ]
  // A join in linear time, of lists alone.
  expect(planned.some((text) => text.includes('full join days'))).toBe(true)
  expect(await listLoops(database.db, [...planned, ...looping])).toEqual(looping)
})
