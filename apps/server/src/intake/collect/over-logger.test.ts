import { systemClock } from '@heliograph/collect/clock.ts'
import { createModbusTcp } from '@heliograph/collect/modbus-tcp/modbus-tcp.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { createSolarmanPush } from '@heliograph/collect/solarman-push/solarman-push.ts'
import { AT_ONCE, oneFamily, registersOf } from '@heliograph/collect/testing/one-family.ts'
import type { Way } from '@heliograph/collect/way.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { decodeReadRequest, encodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeLogger } from '../../fleet/loggers/loggers.ts'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createReactions } from '../../reactions.ts'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { createAskForTarget } from '../commands/commands.ts'
import { createIngest, type Ingest, LINE_WIRE, type LineReply, openPolled } from '../ingest/ingest.ts'
import { createTargetDesk, readCollectConfig, runTargets, type TargetRunner } from './collect.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const PORT = 10_000
const log = pino({ level: 'silent' })
const PATIENT = { timeout: 30_000 }
const ways = { 'solarman-push': createSolarmanPush(oneFamily), 'modbus-tcp': createModbusTcp(oneFamily, AT_ONCE) }

let test: TestApp
let ingest: Ingest
let runner: TargetRunner
let targets: ReturnType<typeof createTargetDesk>
let [plant, otherPlant, owner] = [0, 0, 0]
let asked: Uint8Array[]
/** The stick behind its connection; undefined: it is connected to no node. */
let line: ((rtu: Uint8Array) => Promise<LineReply>) | undefined
let powerW: number
/** Another one for each test: a reading of the one before may still be under way. */
let serial = '2712345600'

const fromDevice = async (rtu: Uint8Array): Promise<LineReply> => {
  asked.push(rtu)
  const request = decodeReadRequest(rtu)
  if (request === undefined) throw new Error('no read request')
  const words = registersOf(77, powerW, 5_000)
  return {
    rtu: encodeReadReply({
      ...request,
      words: Array.from({ length: request.count }, (_, n) => words.get(request.address + n) ?? 0),
    }),
  }
}

beforeAll(async () => {
  test = await createTestApp(startMs)
  const { db } = test
  const now = (): number => test.clock.nowMs
  ingest = createIngest({ db, telemetry, reactions: createReactions(now), now, log })
  await ingest.start()
  const desk = await ingest.open(openPolled)
  // No network is open: a logger needs none.
  const config = readCollectConfig({})
  const gate = createDeviceGate({ ...config, ownPorts: new Set() })
  const lines = { ask: async (_: string, rtu: Uint8Array) => await line?.(rtu) }
  const loggers = { wire: LINE_WIRE, ask: createAskForTarget({ db, lines }) }
  const clock = { ...systemClock, now }
  runner = await runTargets({ db, log, gate, loggers, ways, desk, clock, random: () => 0 })
  targets = createTargetDesk({ db, gate, loggers, ways, runner, now, wait: async () => {}, ...config })
  owner = (await addTestUser(test, 'owner')).userId
  otherPlant = await addTestPlant(db, (await addTestUser(test, 'neighbor')).userId)
})
beforeEach(async () => {
  const { pool } = test.db
  await pool.query('delete from loggers')
  serial = String(Number(serial) + 1)
  plant = await addTestPlant(test.db, owner)
  await pool.query("update plants set commands = 'read' where id = $1", [plant])
  await pool.query(
    `insert into loggers (wire, address, name, plant_id, first_seen_at, last_seen_at) values ('solarman-v5', $1, 'Stick', $2, $3, $3)`,
    [serial, plant, new Date(startMs)],
  )
  await pool.query("notify logger_changed, ''")
  asked = []
  line = fromDevice
  powerW = 1_200
})
afterAll(async () => {
  await runner.close()
  await ingest.close()
  await test.close()
})

const place = (plantId = plant) => ({ plantId, way: 'solarman-push', host: serial, port: PORT, settings: {} })
const add = async (): Promise<number> => {
  const found = await targets.probe(place())
  expect(found).toMatchObject([{ serial: '77', maker: 'Maker' }])
  return await targets.add({
    plantId: plant,
    userId: owner,
    offers: found.map(({ offer }) => offer),
    name: '',
    pollSeconds: 60,
    storeSeconds: 60,
  })
}
const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work
  } catch (error) {
    return error instanceof Refusal ? (error.detail?.reason ?? error.code) : error
  }
}
const running = async (id: number): Promise<void> => {
  await expect.poll(async () => await runner.read(id), PATIENT).toBe(true)
}

describe('a logger that sends to this server', () => {
  it('is offered, and read over its own connection as what it is', async () => {
    expect(await targets.askable(plant)).toEqual([{ serial, name: 'Stick', isAllowed: true }])
    const id = await add()
    expect(await targets.askable(plant)).toEqual([])
    await running(id)
    for (let round = 0; round < 3; round += 1) {
      test.clock.nowMs += 60_000
      powerW += 10
      await runner.read(id)
    }
    const stored = async () =>
      (
        await test.db.pool.query(
          'select l.address, l.wire, count(*)::int as count from samples s join devices d on d.id = s.device_id join loggers l on l.id = d.logger_id where s.plant_id = $1 group by 1, 2',
          [plant],
        )
      ).rows
    await expect.poll(async () => (await stored())[0]?.count ?? 0, PATIENT).toBeGreaterThanOrEqual(2)
    expect(await stored()).toMatchObject([{ address: serial, wire: 'solarman-v5' }])
    const [view] = await targets.list(plant)
    expect(view?.report).toMatchObject({ state: 'working', silent: 0 })
    expect(asked.every((rtu) => rtu[1] === 3 || rtu[1] === 4)).toBe(true)
  })

  it('goes on sending when it is read no more', async () => {
    const id = await add()
    expect(await targets.remove({ plantId: plant, targetId: id })).toBe('Stick')
    expect(await targets.list(plant)).toEqual([])
    expect(await targets.askable(plant)).toHaveLength(1)
  })

  it('waits for a person who reads the device', async () => {
    const ask = createAskForTarget({ db: test.db, lines: { ask: async () => ({ rtu: new Uint8Array() }) } })
    await ask(serial, new Uint8Array())
    const { rows } = await test.db.pool.query<{ id: number }>(
      `insert into devices (plant_id, logger_id, serial, name, type, profile_id)
         select $1, id, 'D1', 'D1', 'INVERTER', 'deye-5408' from loggers where address = $2 returning id`,
      [plant, serial],
    )
    await test.db.pool.query(
      `insert into device_commands (plant_id, device_id, logger_id, kind, started_at)
         select $1, $2, id, 'read', now() from loggers where address = $3`,
      [plant, rows[0]?.id, serial],
    )
    await expect(ask(serial, new Uint8Array())).rejects.toThrow('busy')
    await test.db.pool.query("update device_commands set state = 'done'")
    await ask(serial, new Uint8Array())
  })
})

describe('a stick that is read at its own port as well', () => {
  const found = { key: 'a', maker: 'M', model: 'X', serial: '78', confidence: 1, why: 'model', opens: null } as const
  const stick: Way = {
    id: 'stick',
    ports: [8899],
    secrets: [],
    readSettings: () => ({}),
    probe: async () => [{ ...found, logger: serial }],
    open: async () => {
      throw new Error('nothing there')
    },
  }
  const desk = () => {
    const config = readCollectConfig({ DEVICE_LOOPBACK_PORTS: '8899' })
    const loggers = { wire: LINE_WIRE, ask: createAskForTarget({ db: test.db, lines: { ask: async () => undefined } }) }
    const gate = createDeviceGate({ ...config, ownPorts: new Set() })
    const now = (): number => test.clock.nowMs
    return createTargetDesk({
      db: test.db,
      gate,
      loggers,
      ways: { stick },
      runner,
      now,
      wait: async () => {},
      ...config,
    })
  }
  const addStick = async (plantId = plant): Promise<unknown> => {
    const at = { plantId, way: 'stick', host: '127.0.0.1', port: 8899, settings: {} }
    const offers = (await desk().probe(at)).map(({ offer }) => offer)
    return await reasonOf(desk().add({ plantId, userId: owner, offers, name: '', pollSeconds: 60, storeSeconds: 60 }))
  }
  const loggersNow = async () =>
    (await test.db.pool.query('select address, plant_id::int from loggers order by id')).rows

  it('is one logger, which is read in one way', async () => {
    const id = await addStick()
    expect(await loggersNow()).toEqual([{ address: serial, plant_id: plant }])
    await targets.remove({ plantId: plant, targetId: Number(id) })
    await add()
    expect(await addStick()).toBe('endpointTaken')
  })

  it('is another logger for a plant that does not have the stick', async () => {
    await addStick(otherPlant)
    expect(await loggersNow()).toMatchObject([{ address: serial, plant_id: plant }, { plant_id: otherPlant }])
  })

  it('is read no more once the plant lets it go', async () => {
    await addStick()
    const { rows } = await test.db.pool.query<{ id: number }>('select id from loggers')
    await removeLogger(test.db, { plantId: plant, loggerId: rows[0]?.id ?? 0 })
    expect(await loggersNow()).toEqual([{ address: serial, plant_id: null }])
    expect((await test.db.pool.query('select from collect_targets')).rowCount).toBe(0)
  })
})

describe('a logger is not asked', () => {
  it('for a plant that does not have it', async () =>
    expect(await reasonOf(targets.probe(place(otherPlant)))).toBe('unknownHost'))

  it('unless the owner allows it, and no more once that is withdrawn', async () => {
    const id = await add()
    await running(id)
    await test.db.pool.query("update plants set commands = 'off' where id = $1", [plant])
    const before = asked.length
    await runner.read(id)
    expect(asked).toHaveLength(before)
    await targets.remove({ plantId: plant, targetId: id })
    expect(await reasonOf(targets.probe(place()))).toBe('commandsOff')
    expect(await targets.askable(plant)).toMatchObject([{ isAllowed: false }])
  })

  it('when it is not connected', async () => {
    line = undefined
    expect(await reasonOf(targets.probe(place()))).toBe('offline')
  })

  it('at another port, and an address is no logger', async () => {
    expect(await reasonOf(targets.probe({ ...place(), port: 502 }))).toBe('unknownHost')
    expect(await reasonOf(targets.probe({ ...place(), host: '192.168.1.5' }))).toBe('unknownHost')
    expect(await reasonOf(targets.probe({ ...place(), way: 'modbus-tcp' }))).toBe('closed')
  })
})
