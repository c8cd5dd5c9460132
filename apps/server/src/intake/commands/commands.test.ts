import { decodeReadRequest, encodeException, encodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { decodeWriteRequest, encodeWriteReply } from '@heliograph/wires/modbus/rtu-write.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createWires, type LineReply } from '../ingest/ingest.ts'
import { silent } from '../ingest/testing/scene.ts'
import { createCommands, listCommands, openLoggerLines, setCommandPermission } from './commands.ts'

const noon = Date.parse('2026-06-20T12:00:00Z')
const SERIAL = 4_000_000_123
const source = `solarman-v5:${SERIAL}` as const
/** Active power regulation, percent, of a Deye microinverter; 0 to 120. */
const ITEM = 'active-power-regulation'
const ITEM_ADDRESS = 40

let database: TestDatabase
let db: Db
let userId: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  userId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())

let place: { plantId: number; deviceId: number; userId: number }
let words: Map<number, number>
let mood: 'well' | 'offline' | 'silent' | 'refusing' | 'ignoring' | 'mute writer'
let written: number

beforeEach(async () => {
  await db.pool.query('delete from loggers')
  const plantId = await addTestPlant(db, userId)
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into loggers (wire, address, plant_id, first_seen_at, last_seen_at) values ('solarman-v5', $1, $2, $3, $3) returning id`,
    [String(SERIAL), plantId, new Date(noon)],
  )
  const device = await addTestDevice(db, plantId, {
    serial: `M${plantId}`,
    profileId: 'deye-5408',
    quantities: ['acPowerW'],
  })
  await db.pool.query('update devices set logger_id = $1 where id = $2', [rows[0]?.id, device.deviceId])
  place = { plantId, deviceId: device.deviceId, userId }
  words = new Map([
    [ITEM_ADDRESS, 100],
    [60, 12],
  ])
  mood = 'well'
  written = 0
})

/** A device behind a logger. */
async function ask(of: string, rtu: Uint8Array): Promise<LineReply | undefined> {
  if (of !== source || mood === 'offline') return undefined
  if (mood === 'silent') throw new Error('timeout')
  if (mood === 'refusing') return { rtu: encodeException({ unit: 1, fn: 3, code: 2 }) }
  const reading = decodeReadRequest(rtu)
  if (reading) {
    const { unit, fn, address, count } = reading
    return {
      rtu: encodeReadReply({ unit, fn, words: Array.from({ length: count }, (_, i) => words.get(address + i) ?? 0) }),
    }
  }
  const writing = decodeWriteRequest(rtu)
  if (!writing) throw new Error('no request')
  written++
  if (mood !== 'ignoring') for (const [i, word] of writing.words.entries()) words.set(writing.address + i, word)
  if (mood === 'mute writer') throw new Error('timeout')
  return { rtu: encodeWriteReply(writing) }
}
const commands = () =>
  createCommands({ db, wires: createWires(), lines: { ask }, now: () => noon, wait: async () => {} })
const allow = (permission: 'off' | 'read' | 'write') => setCommandPermission(db, place.plantId, permission)
const past = async () => (await listCommands(db, place, { page: 1, size: 10 })).rows

describe('reading at once', () => {
  it('asks nothing until the owner allows it', async () => {
    expect(await commands().read(place)).toEqual({ state: 'failed', reason: 'off' })
    expect(await past()).toEqual([])
  })

  it('reads every register of the model, and is logged', async () => {
    await allow('read')
    const outcome = await commands().read(place)
    if (outcome.state !== 'done') throw new Error(outcome.reason)
    expect(outcome.items.find((item) => item.item.id === ITEM)?.value).toBe(100)
    expect(await past()).toMatchObject([{ kind: 'read', state: 'done', startedAtMs: noon }])
  })

  it.each([
    ['offline', 'offline'],
    ['silent', 'silent'],
    ['refusing', 'refused'],
  ] as const)('of a device that is %s fails as %s', async (options, reason) => {
    await allow('read')
    mood = options
    expect(await commands().read(place)).toEqual({ state: 'failed', reason })
    expect(await past()).toMatchObject([{ state: 'failed', reason }])
  })

  it('is refused for a device of another plant, and through a logger that moved away', async () => {
    await allow('read')
    const other = await addTestPlant(db, userId)
    await expect(commands().read({ ...place, plantId: other })).rejects.toThrow('NOT_FOUND')
    await db.pool.query('update loggers set plant_id = $1', [other])
    expect(await commands().read(place)).toEqual({ state: 'failed', reason: 'noLine' })
  })

  it('runs once at a time per logger: 51 for the same, 50 for another command', async () => {
    await allow('write')
    await db.pool.query(
      `insert into device_commands (plant_id, device_id, logger_id, kind, started_at)
       select $1, $2, logger_id, 'read', $3 from devices where id = $2`,
      [place.plantId, place.deviceId, new Date(noon - 30_000)],
    )
    await expect(commands().read(place)).rejects.toThrow('TRIGGER_ISSUED')
    await expect(commands().set(place, { item: ITEM, value: 60, isDryRun: false })).rejects.toThrow('DEVICE_BUSY')
    // Its server died.
    await db.pool.query('update device_commands set started_at = $1', [new Date(noon - 10 * 60_000)])
    expect(await commands().read(place)).toMatchObject({ state: 'done' })
    expect((await past()).map(({ state, reason }) => [state, reason])).toEqual([
      ['done', null],
      ['failed', 'lost'],
    ])
  })
})

describe('setting a value', () => {
  it('needs more than the right to read', async () => {
    await allow('read')
    await expect(commands().set(place, { item: ITEM, value: 60, isDryRun: true })).rejects.toThrow('NO_PERMISSION')
  })

  it('is tried first without writing anything', async () => {
    await allow('write')
    expect(await commands().set(place, { item: ITEM, value: 60, isDryRun: true })).toEqual({
      state: 'done',
      isDryRun: true,
      before: 100,
      after: 100,
      address: ITEM_ADDRESS,
      words: [60],
    })
    expect(written).toBe(0)
  })

  it('is written once, read back and logged with its values', async () => {
    await allow('write')
    expect(await commands().set(place, { item: ITEM, value: 60, isDryRun: false })).toMatchObject({
      state: 'done',
      before: 100,
      after: 60,
    })
    expect([written, words.get(ITEM_ADDRESS)]).toEqual([1, 60])
    expect(await past()).toMatchObject([
      { kind: 'write', item: ITEM, before: 100, wanted: 60, after: 60, state: 'done' },
    ])
  })

  it('fails when the device keeps its value', async () => {
    await allow('write')
    mood = 'ignoring'
    expect(await commands().set(place, { item: ITEM, value: 60, isDryRun: false })).toEqual({
      state: 'failed',
      reason: 'unlike',
      before: 100,
      after: 100,
    })
  })

  it('is never sent twice: what was written without an answer is found by reading it', async () => {
    await allow('write')
    mood = 'mute writer'
    expect(await commands().set(place, { item: ITEM, value: 60, isDryRun: false })).toMatchObject({
      state: 'done',
      after: 60,
    })
    expect(written).toBe(1)
  })

  it('refuses what does not fit before anything is sent', async () => {
    await allow('write')
    for (const value of [121, -1, Number.NaN])
      await expect(commands().set(place, { item: ITEM, value, isDryRun: false })).rejects.toThrow('PARAM_ERROR')
    for (const name of ['grid-voltage-upper-limit', 'pv1-voltage', 'nothing'])
      await expect(commands().set(place, { item: name, value: 1, isDryRun: false })).rejects.toThrow('PARAM_ERROR')
    expect(written).toBe(0)
  })
})

describe('lines to loggers', () => {
  it('reach a logger that is connected to another node', async () => {
    let id = 0
    const options = { db, log: silent, newId: () => `${++id}` }
    const line = { ask: async (rtu: Uint8Array) => ({ rtu }) }
    const there = await openLoggerLines({ ...options, findLine: (text) => (text === source ? line : undefined) })
    const here = await openLoggerLines({ ...options, findLine: () => undefined })
    try {
      expect(await here.ask(source, Uint8Array.of(1, 2, 3))).toEqual({ rtu: Uint8Array.of(1, 2, 3) })
      expect(await here.ask('solarman-v5:4000000124', Uint8Array.of(1))).toBeUndefined()
    } finally {
      await Promise.all([here.close(), there.close()])
    }
  })

  it('tell why a logger of another node gave no reply', async () => {
    const options = { db, log: silent, newId: () => 'one' }
    const there = await openLoggerLines({
      ...options,
      findLine: () => ({ ask: () => Promise.reject(new Error('timeout')) }),
    })
    const here = await openLoggerLines({ ...options, findLine: () => undefined })
    try {
      await expect(here.ask(source, Uint8Array.of(1))).rejects.toThrow('timeout')
    } finally {
      await Promise.all([here.close(), there.close()])
    }
  })
})
