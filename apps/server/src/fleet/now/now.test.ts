import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { append, type DeviceMeta } from '../telemetry/telemetry.ts'
import { createNowReaction, markPlantsChanged, moveClock, readDevicesNow, readPlantNow } from './now.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A spring day in Berlin: sunrise 04:30 UTC, noon 11:07, sunset 17:45. */
const midnight = Date.parse('2026-04-09T22:00:00Z')
const at = (hours: number): number => midnight + hours * HOUR

let database: TestDatabase
let db: Db
let userId: number
let nowMs = 0
let react: ReturnType<typeof createNowReaction>
let plantId: number

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  userId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())
beforeEach(async () => {
  react = createNowReaction(() => nowMs)
  plantId = await addTestPlant(db, userId, { gridType: 'DISTRIBUTED_FULLY' })
})

const quantities: readonly QuantityId[] = ['acPowerW', 'generationTodayWh', 'generationTotalWh', 'inverterState']
const addInverter = (serial: string) => addTestDevice(db, plantId, { serial, quantities, profileId: 'sofar-2701' })
const send = async (device: DeviceMeta, atMs: number, values: Values): Promise<void> => {
  nowMs = atMs
  await append(db, [{ device, atMs, timeSource: 'frame', values }], react)
}
/** A day of samples every five minutes while the sun is above some degrees. */
async function sendDay(devices: readonly DeviceMeta[], from: number, to: number, read: (d: number) => Values) {
  for (let atMs = from; atMs <= to; atMs += 5 * MINUTE)
    for (const [d, one] of devices.entries()) await send(one, atMs, read(d))
}
const settle = async (atMs: number) => {
  nowMs = atMs
  await moveClock(db, atMs)
  const row = await readPlantNow(db, plantId)
  if (row === undefined) throw new Error('no row')
  return row
}

describe('the row of a plant', () => {
  it('exists from the start as waiting', async () => {
    expect(await settle(at(9))).toMatchObject({ status: 'waiting', reason: { kind: 'noLogger' }, deviceCount: 0 })
    expect((await readPlantNow(db, plantId))?.todayWh).toBeNull()
  })

  it('is written with the sample, and changed by time alone', async () => {
    const inverter = await addInverter('A')
    await send(inverter, at(12), { acPowerW: 4000, generationTotalWh: 10_000 })
    await send(inverter, at(12.1), { acPowerW: 4100, generationTotalWh: 10_400 })
    expect(await readPlantNow(db, plantId)).toMatchObject({
      status: 'well',
      power: { pvW: 4100 },
      todayWh: 400,
      today: '2026-04-10',
      lastAtMs: at(12.1),
      counterTotalWh: 10_400,
    })
    const late = await settle(at(12.1) + 15 * MINUTE + 1)
    expect(late).toMatchObject({ status: 'late', power: { pvW: null }, todayWh: 400 })
    expect(await settle(at(12.1) + HOUR)).toMatchObject({ status: 'late' })
    expect(await settle(at(12.1) + HOUR + 1)).toMatchObject({ status: 'silent', silentCount: 1 })
    // Only midnight is left to happen, and at night it is still silent.
    expect(await settle(at(23))).toMatchObject({ status: 'silent', todayWh: 400 })
    expect(await settle(at(25))).toMatchObject({ status: 'silent', today: '2026-04-11', todayWh: null })
  })

  it('B2: knows that a plant asleep since dusk produced nothing today', async () => {
    const inverter = await addInverter('A')
    await send(inverter, at(19.4), { acPowerW: 30, generationTotalWh: 10_000 })
    expect(await settle(at(23))).toMatchObject({ status: 'asleep', power: { pvW: 0 }, todayWh: 0 })
    expect(await settle(at(25))).toMatchObject({ status: 'asleep', power: { pvW: 0 }, todayWh: 0, today: '2026-04-11' })
    // A6: no red morning. Half past eight is two hours after sunrise.
    expect(await settle(at(24 + 7.5))).toMatchObject({ status: 'asleep', power: { pvW: 0 } })
    expect(await settle(at(24 + 10))).toMatchObject({ status: 'silent', power: { pvW: null }, todayWh: null })
  })

  it('A6: learns when its inverter wakes up, and waits that long', async () => {
    const inverter = await addInverter('A')
    // Behind a hill: from eleven to four.
    for (let n = 0; n < 6; n++) await sendDay([inverter], at(24 * n + 11), at(24 * n + 16), () => ({ acPowerW: 900 }))
    expect((await settle(at(24 * 6 + 9))).status).toBe('asleep')
    expect((await settle(at(24 * 6 + 10.5))).status).toBe('asleep')
    expect((await settle(at(24 * 6 + 13))).status).toBe('silent')
  })

  it('A3 and A4: keeps a fault until the inverter clears it', async () => {
    const inverter = await addInverter('A')
    const neighbor = await addInverter('B')
    await send(neighbor, at(12), { acPowerW: 2950 })
    await send(inverter, at(12), { acPowerW: 0, inverterState: 3 })
    expect(await readPlantNow(db, plantId)).toMatchObject({
      status: 'fault',
      reason: { kind: 'faultState', count: 1, total: 2, sinceMs: at(12), group: 'inverter' },
      faultCount: 1,
    })
    await send(neighbor, at(14), { acPowerW: 2950 })
    expect(await settle(at(14.1))).toMatchObject({ status: 'fault', silentCount: 1 })
    await send(inverter, at(14.2), { acPowerW: 0 })
    expect((await readPlantNow(db, plantId))?.status).toBe('fault')
    await send(neighbor, at(14.3), { acPowerW: 2950 })
    await send(inverter, at(14.3), { acPowerW: 2000, inverterState: 2 })
    expect(await readPlantNow(db, plantId)).toMatchObject({ status: 'well', faultCount: 0 })
  })

  it('A2: notices zero power in full sun beside neighbors, also at night', async () => {
    const devices = [await addInverter('A'), await addInverter('B'), await addInverter('C')]
    await sendDay(devices, at(10), at(12), (d) => ({ acPowerW: d === 0 ? 0 : 3000, inverterState: 2 }))
    const reason = { kind: 'idle', count: 1, total: 3, sinceMs: at(10), devices: [{ id: devices[0]?.deviceId }] }
    expect(await readPlantNow(db, plantId)).toMatchObject({ status: 'fault', reason })
    await sendDay(devices, at(19.3), at(19.3), () => ({ acPowerW: 0 }))
    expect(await settle(at(23))).toMatchObject({ status: 'fault', reason, silentCount: 0 })
    const rows = await readDevicesNow(db, plantId, at(23))
    expect([...rows.values()].map(({ status }) => status).sort()).toEqual(['asleep', 'asleep', 'fault'])
    await send(devices[0] as DeviceMeta, at(24 + 11), { acPowerW: 500 })
    expect((await readDevicesNow(db, plantId, nowMs)).get(devices[0]?.deviceId ?? 0)?.status).toBe('well')
  })

  it('A5: counts the silent devices and knows since when', async () => {
    const [a, b, c] = [await addInverter('A'), await addInverter('B'), await addInverter('C')]
    await sendDay([a, b, c], at(11), at(11.5), () => ({ acPowerW: 3000 }))
    await sendDay([a], at(11.6), at(13), () => ({ acPowerW: 3000 }))
    expect(await settle(at(13.01))).toMatchObject({
      status: 'partSilent',
      reason: { kind: 'silent', count: 2, total: 3, sinceMs: at(11.5) },
      power: { pvW: 3000 },
      silentCount: 2,
    })
  })

  it('B4: knows that a logger is online and its inverter is not', async () => {
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into loggers (wire, address, plant_id, first_seen_at, last_seen_at, heartbeat_s)
       values ('solarman-v5', $1, $2, $3, $3, 120) returning id`,
      [String(plantId), plantId, new Date(at(13.49))],
    )
    const inverter = await addInverter('A')
    await db.pool.query('update devices set logger_id = $1 where id = $2', [rows[0]?.id, inverter.deviceId])
    await send(inverter, at(12), { acPowerW: 3000 })
    expect(await settle(at(13.5))).toMatchObject({ status: 'silent', reason: { kind: 'mute', sinceMs: at(12) } })
    // Six minutes after its last contact the logger is offline as well.
    expect(await settle(at(13.7))).toMatchObject({ status: 'silent', reason: { kind: 'silent' } })
  })

  it('follows changes of devices, and is deleted with the plant', async () => {
    const inverter = await addInverter('A')
    await send(inverter, at(12), { acPowerW: 3000 })
    await settle(at(14))
    await db.pool.query("update devices set name = 'Roof' where id = $1", [inverter.deviceId])
    expect((await settle(at(14))).reason.devices).toEqual([{ id: inverter.deviceId, name: 'Roof' }])
    await db.pool.query('delete from devices where id = $1', [inverter.deviceId])
    expect(await settle(at(14))).toMatchObject({ status: 'waiting', deviceCount: 0 })
    expect((await readDevicesNow(db, plantId, at(14))).size).toBe(0)
    await db.pool.query('delete from plants where id = $1', [plantId])
    expect(await readPlantNow(db, plantId)).toBeUndefined()
  })

  it('is changed once, with any number of clocks', async () => {
    const inverter = await addInverter('A')
    await send(inverter, at(12), { acPowerW: 3000 })
    await Promise.all([1, 2, 3].map(() => moveClock(db, at(14))))
    const before = await settle(at(14))
    expect(before.status).toBe('silent')
    expect(await moveClock(db, at(14) + DAY / 1000)).toBe(0)
  })

  it('is right when batches of a plant come at once and some of them fail', async () => {
    const inverters = await Promise.all(['A', 'B', 'C', 'D'].map(addInverter))
    const stored = inverters.map((): number | null => null)
    nowMs = at(12)
    for (let round = 0; round < 40; round++) {
      // No device is late at the end.
      nowMs += MINUTE / 6
      const batches = [0, 1, 2].map((batch) => {
        const picked = inverters.flatMap((device, d) => (randomAt(5, round, d) < 0.7 ? [{ device, d }] : []))
        const mine = picked.filter(({ d }) => (d + round) % 3 === batch)
        return { mine, fails: randomAt(6, round, batch) < 0.4 }
      })
      const powerOf = (d: number) => 1000 + 100 * d + round
      await Promise.all(
        batches.map(async ({ mine, fails }) => {
          if (mine.length === 0) return
          const samples = mine.map(({ device, d }) => {
            return { device, atMs: nowMs, timeSource: 'frame' as const, values: { acPowerW: powerOf(d) } }
          })
          const within: typeof react = (result) => {
            const finish = react(result)
            return async (client) => {
              await finish(client)
              if (fails) throw new Error('rolled back')
            }
          }
          const done = append(db, samples, within)
          if (fails) await expect(done).rejects.toThrow('rolled back')
          else await done
        }),
      )
      for (const { mine, fails } of batches) if (!fails) for (const { d } of mine) stored[d] = powerOf(d)
      const powers = stored.filter((power) => power !== null)
      const expected = powers.length === 0 ? null : powers.reduce((sum, power) => sum + power, 0)
      expect(await readPlantNow(db, plantId), `round ${round}`).toMatchObject({ power: { pvW: expected } })
    }
    // Read anew by a node that knows nothing, it is the same.
    const before = await readPlantNow(db, plantId)
    await markPlantsChanged(db.kysely, [plantId])
    expect((await settle(nowMs)).power).toEqual(before?.power)
  })

  it('forgets what a failed batch reported beside another of the same plant', async () => {
    const [a, b] = await Promise.all([addInverter('A'), addInverter('B')])
    await send(a, at(12), { acPowerW: 1000 })
    await send(b, at(12), { acPowerW: 2000 })
    nowMs = at(12.05)
    const sampleOf = (device: DeviceMeta, acPowerW: number) => [
      { device, atMs: nowMs, timeSource: 'frame' as const, values: { acPowerW } },
    ]
    let isJudged = () => {}
    const judged = new Promise<void>((resolve) => {
      isJudged = resolve
    })
    const failing = append(db, sampleOf(a, 7000), (result) => {
      const finish = react(result)
      return async (client) => {
        // Both are computed from the same row before either is written.
        await judged
        await finish(client)
        throw new Error('rolled back')
      }
    })
    const other = append(db, sampleOf(b, 2100), (result) => {
      const finish = react(result)
      isJudged()
      return finish
    })
    await expect(failing).rejects.toThrow('rolled back')
    await other
    await send(b, at(12.1), { acPowerW: 2200 })
    expect(await readPlantNow(db, plantId)).toMatchObject({ power: { pvW: 3200 } })
  })
})
