import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { append, type DeviceMeta } from '../../fleet/telemetry/telemetry.ts'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createAlarmReaction, judgeRange, lookAgain, readWatched, touchRules } from './alarms.ts'

let database: TestDatabase
let db: Db
let ownerId: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  ownerId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())

const STEP = 5 * MINUTE_MS
const start = Date.parse('2026-06-01T10:00Z')
const clock = () => start + 2 * DAY_MS
type Sample = Readonly<{ atMs: number; values: Values }>
const at = (index: number, values: Values): Sample => ({ atMs: start + index * STEP, values })
const quantities = ['grid1VoltageV', 'inverterTemperatureC', 'inverterState'] as const

async function addDevice(): Promise<DeviceMeta> {
  const plantId = await addTestPlant(db, ownerId)
  return addTestDevice(db, plantId, { quantities, ratedW: 5_000 })
}
const store = (device: DeviceMeta, samples: readonly Sample[], react = createAlarmReaction(clock)) =>
  append(
    db,
    samples.map((sample) => ({ device, timeSource: 'frame', ...sample })),
    (stored, client) => react(stored, client),
  )
const alarmsOf = async ({ plantId }: DeviceMeta) => {
  const { rows } = await db.pool.query(
    `select rule, opened_at, closed_at, evidence from alarms where plant_id = $1 and end_reason is distinct from 'withdrawn'
     order by opened_at, rule`,
    [plantId],
  )
  const index = (date: Date | null) => (date === null ? null : (date.getTime() - start) / STEP)
  return rows.map((row) => [row.rule, index(row.opened_at), index(row.closed_at)])
}

describe('alarms from samples', () => {
  it('open after three samples, at the first, and end by themselves', async () => {
    const device = await addDevice()
    const react = createAlarmReaction(clock)
    for (const [i, state] of [3, 0x1031, 0x1031].entries())
      await store(device, [at(i, { inverterState: state })], react)
    expect(await alarmsOf(device)).toEqual([])
    await store(device, [at(3, { inverterState: 0x1031 })], react)
    expect(await alarmsOf(device)).toEqual([['deviceFault', 1, null]])
    const { rows } = await db.pool.query('select evidence, level from alarms where plant_id = $1', [device.plantId])
    expect(rows).toMatchObject([{ evidence: { maker: 'Solis', profileId: 'solis-0507' }, level: 2 }])
    for (const i of [4, 5, 6]) await store(device, [at(i, { inverterState: 3 })], react)
    expect(await alarmsOf(device)).toEqual([['deviceFault', 1, 4]])
    const events = await db.pool.query('select kind from alarm_events where plant_id = $1 order by id', [
      device.plantId,
    ])
    expect(events.rows.map(({ kind }) => kind)).toEqual(['opened', 'closed'])
    expect((await db.pool.query('select from alarm_watches where plant_id = $1', [device.plantId])).rowCount).toBe(0)
  })

  it('have standard names of SunSpec; a maker’s events count while it is a fault', async () => {
    const device = await addTestDevice(db, await addTestPlant(db, ownerId), {
      quantities: ['acPowerW', 'inverterState', 'faultCode1', 'faultCode2'],
      profileId: 'sunspec-inverter',
    })
    const react = createAlarmReaction(clock)
    const codes = async () =>
      (await db.pool.query("select evidence -> 'codes' as codes from alarms where plant_id = $1", [device.plantId]))
        .rows
    // The grid is away: the inverter says so, and it is no fault of its own.
    for (const i of [0, 1, 2, 3])
      await store(device, [at(i, { inverterState: 4, faultCode1: 2 ** 4, faultCode2: 32 })], react)
    expect(await codes()).toEqual([])
    for (const i of [4, 5, 6, 7])
      await store(device, [at(i, { inverterState: 7, faultCode1: 0, faultCode2: 32 })], react)
    expect(await codes()).toEqual([{ codes: ['EvtVnd1 bit 5'] }])
    for (const i of [8, 9, 10, 11])
      await store(device, [at(i, { inverterState: 4, faultCode1: 0, faultCode2: 0 })], react)
    for (const i of [12, 13, 14, 15])
      await store(device, [at(i, { inverterState: 4, faultCode1: 1, faultCode2: 0 })], react)
    // The same rule again a moment later is the same alarm.
    expect(await codes()).toEqual([{ codes: ['Evt1 bit 0'] }])
  })

  it('open once when each sample reaches another node', async () => {
    const device = await addDevice()
    const nodes = [createAlarmReaction(clock), createAlarmReaction(clock)]
    for (let i = 0; i < 8; i++) await store(device, [at(i, { grid1VoltageV: 260 })], nodes[i % 2])
    expect(await alarmsOf(device)).toEqual([['voltageHigh', 0, null]])
  })

  it('say when they were last seen', async () => {
    const device = await addDevice()
    const react = createAlarmReaction(clock)
    const seen = async () =>
      (await db.pool.query('select last_seen_at from alarms where plant_id = $1', [device.plantId])).rows.map(
        ({ last_seen_at }) => (last_seen_at.getTime() - start) / STEP,
      )
    for (let i = 0; i < 9; i++) await store(device, [at(i, { grid1VoltageV: 260 })], react)
    expect(await seen()).toEqual([8])
    // Several at once: the second look says it too.
    await store(
      device,
      [9, 10, 11].map((i) => at(i, { grid1VoltageV: 260 })),
      react,
    )
    await lookAgain(db, clock())
    expect(await seen()).toEqual([11])
    expect(await alarmsOf(device)).toEqual([['voltageHigh', 0, null]])
  })

  it('of a resting plant do not open from kept samples; a new one wakes it', async () => {
    const device = await addDevice()
    const rests = async () =>
      (
        await db.pool.query('select dormant_since is not null as rests from alarm_plants where plant_id = $1', [
          device.plantId,
        ])
      ).rows.map(({ rests: one }) => one)
    await db.pool.query('insert into alarm_plants (plant_id, dormant_since) values ($1, $2)', [
      device.plantId,
      new Date(start + 3 * STEP),
    ])
    for (const i of [0, 1, 2, 3]) await store(device, [at(i, { grid1VoltageV: 260 })])
    await store(
      device,
      [-3, -2, -1].map((i) => at(i, { grid1VoltageV: 260 })),
    )
    await lookAgain(db, clock())
    expect([await alarmsOf(device), await rests()]).toEqual([[], [true]])
    for (const i of [4, 5]) await store(device, [at(i, { grid1VoltageV: 260 })])
    expect([await alarmsOf(device), await rests()]).toEqual([[], [false]])
    await store(device, [at(6, { grid1VoltageV: 260 })])
    expect(await alarmsOf(device)).toEqual([['voltageHigh', 4, null]])
  })

  it('survive a process that dies before the commit', async () => {
    const device = await addDevice()
    for (const i of [0, 1]) await store(device, [at(i, { grid1VoltageV: 260 })])
    const dying = append(
      db,
      [{ device, timeSource: 'frame', ...at(2, { grid1VoltageV: 260 }) }],
      (stored) => async (client) => {
        await createAlarmReaction(clock)(stored, client)(client)
        throw new Error('died')
      },
    )
    await expect(dying).rejects.toThrow('died')
    expect(await alarmsOf(device)).toEqual([])
    await store(device, [at(2, { grid1VoltageV: 260 })])
    expect(await alarmsOf(device)).toEqual([['voltageHigh', 0, null]])
  })

  it('come from a batch of a day that was kept by its logger', async () => {
    const device = await addDevice()
    await store(
      device,
      Array.from({ length: 40 }, (_, i) => at(i, { inverterTemperatureC: i >= 10 && i < 20 ? 95 : 40 })),
    )
    expect(await alarmsOf(device)).toEqual([])
    expect(await lookAgain(db, clock())).toBe(1)
    expect(await alarmsOf(device)).toEqual([['overheating', 10, 20]])
    expect(await lookAgain(db, clock())).toBe(0)
  })

  it('are withdrawn when late samples show that they never held', async () => {
    const device = await addDevice()
    for (const i of [0, 3, 6]) await store(device, [at(i, { grid1VoltageV: 260 })])
    expect(await alarmsOf(device)).toEqual([['voltageHigh', 0, null]])
    for (const i of [1, 4]) await store(device, [at(i, { grid1VoltageV: 230 })])
    await lookAgain(db, clock())
    expect(await alarmsOf(device)).toEqual([])
    const { rows } = await db.pool.query('select open_alarms from plant_now where plant_id = $1', [device.plantId])
    expect(rows).toEqual([{ open_alarms: 0 }])
  })

  const high = (from: number, to: number): readonly Sample[] =>
    Array.from({ length: to - from }, (_, i) => at(from + i, { grid1VoltageV: 260 }))
  const well = (from: number, to: number): readonly Sample[] =>
    Array.from({ length: to - from }, (_, i) => at(from + i, { grid1VoltageV: 230 }))
  const send = async (device: DeviceMeta, ...samples: readonly Sample[]) => {
    for (const sample of samples) await store(device, [sample])
  }

  it('go on after a batch although another one ended the same day', async () => {
    const device = await addDevice()
    await send(device, ...high(0, 3), ...well(3, 6), ...high(80, 83))
    await store(device, high(83, 85))
    await lookAgain(db, clock())
    expect(await alarmsOf(device)).toEqual([
      ['voltageHigh', 0, 3],
      ['voltageHigh', 80, null],
    ])
  })

  it('go on when late samples show one that was over before', async () => {
    const device = await addDevice()
    await send(device, ...well(0, 1), ...high(80, 83))
    await store(device, [...high(1, 4), ...well(4, 7)])
    await lookAgain(db, clock())
    expect(await alarmsOf(device)).toEqual([
      ['voltageHigh', 1, 4],
      ['voltageHigh', 80, null],
    ])
    const { rows } = await db.pool.query('select open_alarms from plant_now where plant_id = $1', [device.plantId])
    expect(rows).toEqual([{ open_alarms: 1 }])
  })

  it('become one where late samples fill the time between two', async () => {
    const device = await addDevice()
    await send(device, ...high(0, 3), ...well(3, 6), ...high(80, 83))
    await store(device, [...high(60, 63), ...well(63, 66)])
    await lookAgain(db, clock())
    expect(await alarmsOf(device)).toEqual([['voltageHigh', 0, null]])
  })

  it('of other devices do not wait for one whose look fails', async () => {
    const [broken, device] = [await addDevice(), await addDevice()]
    await db.pool.query(`create function refuse_alarm() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse_alarm before insert on alarms for each row
        when (new.plant_id = ${broken.plantId}) execute function refuse_alarm()`)
    await store(broken, high(0, 3))
    await store(device, high(0, 3))
    await expect(lookAgain(db, clock())).rejects.toThrow('no')
    expect(await alarmsOf(device)).toEqual([['voltageHigh', 0, null]])
    await db.pool.query('drop function refuse_alarm cascade')
    await lookAgain(db, clock())
    expect(await alarmsOf(broken)).toEqual([['voltageHigh', 0, null]])
  })

  it('of a sensor that was lost before the look back stay', async () => {
    const device = await addDevice()
    const warm = { inverterTemperatureC: 40, acPowerW: 2_000 }
    await send(device, at(0, warm), at(1, warm))
    await send(device, ...Array.from({ length: 40 }, (_, i) => at(2 + i, { acPowerW: 2_000 + i })))
    const before = await alarmsOf(device)
    expect(before).toEqual([['sensorLost', 14, null]])
    // A day after the sensor's last value.
    await store(device, [at(291, { acPowerW: 2_000 }), at(292, { acPowerW: 2_100 })])
    await lookAgain(db, clock())
    expect(await alarmsOf(device)).toEqual(before)
  })

  it('are the same in whatever order and batches samples come', async () => {
    const values = fc.constantFrom<Values>({ grid1VoltageV: 230 }, { grid1VoltageV: 260 }, { grid1VoltageV: 251 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(values, { minLength: 4, maxLength: 14 }),
        fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 14, maxLength: 14 }),
        fc.integer({ min: 1, max: 4 }),
        async (some, order, size) => {
          const samples = some.map((item, i) => at(i, item))
          const [straight, mixed] = [await addDevice(), await addDevice()]
          for (const sample of samples) await store(straight, [sample])
          const shuffled = samples.toSorted(
            (a, b) => (order[samples.indexOf(a)] ?? 0) - (order[samples.indexOf(b)] ?? 0),
          )
          for (let i = 0; i < shuffled.length; i += size) await store(mixed, shuffled.slice(i, i + size))
          await lookAgain(db, clock())
          expect(await alarmsOf(mixed)).toEqual(await alarmsOf(straight))
        },
      ),
      { numRuns: 6 },
    )
  })

  it("follow a person's own rule as soon as it changes", async () => {
    const device = await addDevice()
    const react = createAlarmReaction(clock)
    await store(device, [at(0, { inverterTemperatureC: 50 })], react)
    const rule = {
      name: 'Warm',
      quantity: 'inverterTemperatureC',
      comparison: 'above',
      threshold: 45,
      hysteresis: 0,
      forMs: 0,
      sunAboveDeg: null,
      powerAboveW: null,
      level: 1,
      influence: 0,
    }
    await db.pool.query(
      'insert into alarm_user_rules (user_id, rule, plant_id, created_at, changed_at) values ($1, $2, $3, now(), now())',
      [ownerId, JSON.stringify(rule), device.plantId],
    )
    await db.pool.connect().then(async (client) => {
      await touchRules(client, [device.plantId])
      client.release()
    })
    for (const i of [1, 2, 3]) await store(device, [at(i, { inverterTemperatureC: 50 })], react)
    expect(await alarmsOf(device)).toEqual([['userRule', 1, null]])
    const watched = (await readWatched(db.pool, [device.plantId])).get(device.deviceId)
    const back = watched && (await judgeRange(db, watched, { fromMs: start, toMs: clock() }))
    expect(back?.findings).toMatchObject([{ rule: 'userRule', change: { openedAtMs: start } }])
  })

  it('follow within hours what nobody tells the rules', async () => {
    const device = await addDevice()
    let nowMs = start
    const react = createAlarmReaction(() => nowMs)
    const send = async (index: number) => {
      nowMs = start + index * STEP
      await store(device, [at(index, { grid1VoltageV: 245 })], react)
    }
    await send(0)
    // Not by the call that tells the rules.
    await db.pool.query("update plants set country = 'KR' where id = $1", [device.plantId])
    const mostKept = (9 * 60) / 5
    for (let index = 1; index < mostKept + 6; index++) await send(index)
    expect(await alarmsOf(device)).toMatchObject([['voltageHigh', expect.any(Number), null]])
  })
})
