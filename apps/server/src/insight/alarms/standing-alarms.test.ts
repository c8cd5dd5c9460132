import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { escalateAlarms, followTags, judgeFacts, judgeSilence, restDormant, tellAlarms, wakePlant } from './alarms.ts'

let database: TestDatabase
let db: Db
let ownerId: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  ownerId = await addUser(db, { account: 'owner', email: 'owner@example.org', password: 'Walrus-27-tusks' })
})
beforeEach(async () => {
  await db.pool.query('delete from plants')
  await db.pool.query('delete from loggers')
  await db.pool.query('delete from server_times')
  await db.pool.query('delete from messages')
})
afterAll(() => database.drop())

const noon = Date.parse('2026-06-01T12:00Z')
const date = (atMs: number) => new Date(atMs)
let serial = 1_700_000_000

type Silence = 'silent' | 'mute' | 'well'
/** A plant with a logger and devices behind it, in the state that the clock wrote. */
async function addSilent(
  ...states: readonly Silence[]
): Promise<Readonly<{ plantId: number; loggerId: number; ids: number[] }>> {
  const plantId = await addTestPlant(db, ownerId)
  const loggerSerial = serial++
  const ids: number[] = []
  for (const state of states) {
    const { deviceId } = await addTestDevice(db, plantId, { quantities: ['acPowerW'], loggerSerial })
    ids.push(deviceId)
    await setState(plantId, deviceId, state)
  }
  const { rows } = await db.pool.query(
    'update loggers set plant_id = $1, last_seen_at = $3 where address = $2 returning id',
    [plantId, String(loggerSerial), date(noon - 2 * HOUR_MS)],
  )
  return { plantId, loggerId: rows[0].id, ids }
}
const setState = (plantId: number, deviceId: number, state: Silence) =>
  db.pool.query(
    `insert into device_now (plant_id, device_id, status, presence, reason) values ($1, $2, $3, $3, $4)
     on conflict (plant_id, device_id) do update set status = excluded.status, presence = excluded.presence, reason = excluded.reason`,
    [
      plantId,
      deviceId,
      state === 'well' ? 'well' : 'silent',
      JSON.stringify({ kind: state, sinceMs: noon - 2 * HOUR_MS }),
    ],
  )
const open = async () =>
  (
    await db.pool.query('select rule, logger_id, device_id, opened_at from alarms where closed_at is null order by id')
  ).rows.map(({ rule, logger_id, device_id, opened_at }) => [
    rule,
    logger_id,
    device_id,
    (opened_at.getTime() - noon) / HOUR_MS,
  ])

describe('silence', () => {
  it('of all devices behind a logger is the silence of the logger', async () => {
    const { loggerId } = await addSilent('silent', 'silent')
    await judgeSilence(db, noon)
    await judgeSilence(db, noon + MINUTE_MS)
    expect(await open()).toEqual([['loggerSilent', loggerId, null, -2]])
  })

  it('of one device, or behind a logger that speaks, is that of the device', async () => {
    const one = await addSilent('silent', 'well')
    const other = await addSilent('mute')
    await judgeSilence(db, noon)
    expect((await open()).sort()).toEqual(
      [
        ['deviceSilent', null, one.ids[0], -2],
        ['deviceSilent', null, other.ids[0], -2],
      ].sort(),
    )
  })

  it('ends by itself, with an event', async () => {
    const { plantId, ids } = await addSilent('silent')
    await judgeSilence(db, noon)
    await setState(plantId, ids[0] ?? 0, 'well')
    await judgeSilence(db, noon + HOUR_MS)
    expect(await open()).toEqual([])
    const { rows } = await db.pool.query('select kind from alarm_events order by id')
    expect(rows.map(({ kind }) => kind)).toEqual(['opened', 'closed'])
  })

  it('after an outage of this server is held back, and says so', async () => {
    await db.pool.query('insert into server_times values ($1, $2), ($3, $4)', [
      ...[date(noon - 9 * HOUR_MS), date(noon - 3 * HOUR_MS), date(noon - 5 * MINUTE_MS), date(noon)],
    ])
    const { loggerId } = await addSilent('silent')
    await judgeSilence(db, noon)
    expect(await open()).toEqual([['collectionFailure', null, null, -3]])
    // What is silent still is silent.
    await judgeSilence(db, noon + 40 * MINUTE_MS)
    expect(await open()).toEqual([['loggerSilent', loggerId, null, -2]])
  })

  it('of a whole region is one message for each person, not one for each plant', async () => {
    for (let i = 0; i < 12; i++) await addSilent('silent')
    await judgeSilence(db, noon)
    expect(await open()).toHaveLength(12)
    await tellAlarms(db, noon)
    expect((await db.pool.query('select event_count from messages')).rows).toEqual([{ event_count: 12 }])
    expect(await tellAlarms(db, noon)).toBe(0)
  })
})

describe('rules that came through a tag', () => {
  it('leave no open alarm where the tag is taken off', async () => {
    const [tagged, other] = [await addSilent('well'), await addSilent('well')]
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into alarm_user_rules (user_id, rule, tag, created_at, changed_at) values ($1, '{}', 'Roofs', now(), now())
       returning id`,
      [ownerId],
    )
    const tag = await db.pool.query<{ id: number }>(
      "insert into plant_tags (user_id, name) values ($1, 'roofs') returning id",
      [ownerId],
    )
    await db.pool.query('insert into tagged_plants (plant_id, tag_id) values ($1, $2)', [
      tagged.plantId,
      tag.rows[0]?.id,
    ])
    for (const { plantId, ids } of [tagged, other])
      await db.pool.query(
        `insert into alarms (plant_id, device_id, rule, user_rule_id, level, influence, opened_at, found_at, last_seen_at)
         values ($1, $2, 'userRule', $3, 1, 0, $4, $4, $4)`,
        [plantId, ids[0], rows[0]?.id, date(noon)],
      )
    await followTags(db, [tagged.plantId, other.plantId], noon)
    expect((await open()).map(([rule, , device]) => [rule, device])).toEqual([['userRule', tagged.ids[0]]])
  })
})

describe('alarms that last', () => {
  it('are raised after 1, 7, 14 and 30 days, each step once', async () => {
    await addSilent('silent')
    await judgeSilence(db, noon)
    const raised: number[] = []
    for (let day = 0; day <= 32; day++) if ((await escalateAlarms(db, noon + day * DAY_MS)) > 0) raised.push(day)
    expect(raised).toEqual([1, 7, 14, 30])
  })

  it('of silence are a fault after a day, which email tells by itself', async () => {
    const { plantId } = await addSilent('silent')
    await judgeSilence(db, noon)
    await tellAlarms(db, noon)
    const mailed = async () =>
      (
        await db.pool.query(
          `select m.level, d.is_digest from messages m join message_deliveries d on d.message_id = m.id
             join message_addresses a on a.id = d.address_id where a.channel = 'email' order by m.id`,
        )
      ).rows.map(({ level, is_digest }) => [level, is_digest])
    // A warning waits for the summary of the week.
    expect(await mailed()).toEqual([[1, true]])
    await escalateAlarms(db, noon + 21 * HOUR_MS)
    await escalateAlarms(db, noon + 22 * HOUR_MS)
    await tellAlarms(db, noon + 22 * HOUR_MS)
    expect(await mailed()).toEqual([
      [1, true],
      [2, false],
    ])
    const { rows } = await db.pool.query('select alarm_level from plant_now where plant_id = $1', [plantId])
    expect(rows).toEqual([{ alarm_level: 2 }])
  })

  it('of a day without any production are a fault, of thin snow a tip', async () => {
    for (const lostPercent of [99, 80]) {
      const plantId = await addTestPlant(db, ownerId)
      await db.pool.query(
        `insert into alarms (plant_id, rule, level, influence, opened_at, found_at, last_seen_at, parameters)
         values ($1, 'snow', 0, 1, $2, $2, $2, $3)`,
        [plantId, date(noon), { lostPercent }],
      )
    }
    expect(await escalateAlarms(db, noon + DAY_MS)).toBe(1)
    const { rows } = await db.pool.query(
      "select parameters ->> 'lostPercent' as lost, level from alarms order by level",
    )
    expect(rows).toEqual([
      { lost: '80', level: 0 },
      { lost: '99', level: 2 },
    ])
  })

  it('of silence are not raised while this server missed data', async () => {
    await addSilent('silent')
    await judgeSilence(db, noon)
    const later = noon + 2 * DAY_MS
    await db.pool.query('insert into server_times (from_at, to_at) values ($1, $2), ($3, $4)', [
      ...[date(noon - DAY_MS), date(later - HOUR_MS), date(later - MINUTE_MS), date(later)],
    ])
    expect(await escalateAlarms(db, later)).toBe(0)
    expect(await escalateAlarms(db, later + HOUR_MS)).toBe(1)
  })

  it('end when their plant is dormant, and open when a person wakes it', async () => {
    const { plantId, loggerId } = await addSilent('silent')
    await db.pool.query('update plant_now set last_at = $2 where plant_id = $1', [plantId, date(noon - 61 * DAY_MS)])
    await judgeSilence(db, noon)
    expect(await restDormant(db, noon)).toBe(1)
    await judgeSilence(db, noon)
    expect(await open()).toEqual([])
    await wakePlant(db, plantId, noon)
    expect(await restDormant(db, noon + DAY_MS)).toBe(0)
    await judgeSilence(db, noon + DAY_MS)
    expect(await open()).toEqual([])
    await db.pool.query('update device_now set reason = reason || \'{"sinceMs":1780000000000}\'')
    await judgeSilence(db, noon + DAY_MS)
    expect(await open()).toMatchObject([['loggerSilent', loggerId, null, expect.anything()]])
  })
})

describe('kept facts', () => {
  it('a total that began anew is told, at its device where the plant has one', async () => {
    const one = await addSilent('well')
    const several = await addSilent('well', 'well')
    for (const { plantId } of [one, several])
      await db.pool.query("insert into plant_days (plant_id, day, resets) values ($1, '2026-05-30', 1)", [plantId])
    await judgeFacts(db, noon)
    const found = (await open()).map(([rule, , device]) => `${rule} ${device}`)
    expect(found.sort()).toEqual([`counterReset ${one.ids[0]}`, 'counterReset null'])
    await judgeFacts(db, noon + 20 * DAY_MS)
    expect(await open()).toEqual([])
  })

  it('open and close alarms', async () => {
    const { plantId, loggerId, ids } = await addSilent('well')
    await db.pool.query('update loggers set duplicate_seen_at = $2, sim_expires_on = $3 where id = $1', [
      ...[loggerId, date(noon - HOUR_MS), '2026-06-20'],
    ])
    await db.pool.query("update devices set warranty_until = '2026-06-10' where id = $1", [ids[0]])
    await db.pool.query("insert into quarantine values ($1, $2, 'generationTotalWh', $3, 100, 5)", [
      ...[plantId, ids[0], date(noon - HOUR_MS)],
    ])
    await db.pool.query(
      "insert into refused_powers values ($1, $2, '2026-06-01', 'acPowerW', 5000, 90000, 2, $3, $3)",
      [...[plantId, ids[0], date(noon - HOUR_MS)]],
    )
    await db.pool.query(
      `insert into logger_addresses values ($1, 1, $2, '192.0.2.1', $3, $5, $3, 900), ($1, 2, $2, '198.51.100.7', $4, $5, $4, 3)`,
      [plantId, loggerId, date(noon - 30 * DAY_MS), date(noon - HOUR_MS), date(noon)],
    )
    await judgeFacts(db, noon)
    expect((await open()).map(([rule]) => rule).sort()).toEqual(
      ['counterReset', 'duplicateSerial', 'newAddress', 'powerSpike', 'simExpiry', 'warrantyEnd'].sort(),
    )
    await judgeFacts(db, noon + 60 * DAY_MS)
    expect(await open()).toEqual([])
  })

  describe('of a device that this server reads', () => {
    const addTarget = async (facts: Readonly<Record<string, unknown>>) => {
      const { plantId, loggerId } = await addSilent('well')
      const all = { way: 'modbus-tcp', host: `h-${loggerId}`, port: 502, settings: '{}', devices: '[]', ...facts }
      const names = Object.keys(all)
      await db.pool.query(
        `insert into collect_targets (logger_id, poll_seconds, store_seconds, created_at, ${names.join(', ')})
         values (${loggerId}, 60, 60, now(), ${names.map((_, n) => `$${n + 1}`).join(', ')})`,
        Object.values(all),
      )
      return { plantId, loggerId }
    }
    const refused = JSON.stringify({ failure: { reason: 'connect ECONNREFUSED 192.0.2.1:502' } })
    const late = JSON.stringify({ failure: { reason: 'timeout' } })
    const closed = { failing_since: date(noon - 4 * DAY_MS), open_before: [502], open_now: [80, 443] }

    it.each([
      ['that takes connections at other ports', { ...closed, state: late }, 'portClosed', '80, 443'],
      ['that refuses and has no other port', { ...closed, open_now: [], state: refused }, 'portClosed', '--'],
      ['that is off', { ...closed, open_now: [], state: late }, null, null],
      ['that is paused', { ...closed, state: refused, paused_at: date(noon) }, null, null],
      ['whose port is open', { ...closed, open_now: [502], state: late }, null, null],
      ['that fails since yesterday', { ...closed, failing_since: date(noon - DAY_MS), state: refused }, null, null],
      ['whose token ends in 29 days', { token_ends_at: date(noon + 29 * DAY_MS) }, 'tokenExpiry', null],
      ['whose token ends in 31 days', { token_ends_at: date(noon + 31 * DAY_MS) }, null, null],
    ])('%s: %j', async (_, facts, rule, now) => {
      const { plantId } = await addTarget(facts)
      await judgeFacts(db, noon)
      await judgeFacts(db, noon + 60_000)
      const { rows } = await db.pool.query('select rule, parameters from alarms where plant_id = $1', [plantId])
      expect(rows.map((row) => [row.rule, row.parameters.portsNow ?? null])).toEqual(rule === null ? [] : [[rule, now]])
    })
  })
})
