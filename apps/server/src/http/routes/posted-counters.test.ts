import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createIngest, type Ingest, openReadings, type ReadingsDesk, recountPlant } from '../../intake/ingest/ingest.ts'
import { addAccessToken, findSession } from '../../people/accounts/accounts.ts'
import { createReactions } from '../../reactions.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp, testPlant } from '../../testing/app.ts'

/** Of posted readings: what real counters did, by the calls that real senders use. */
const monday = Date.parse('2026-06-15T00:00:00+02:00')
let test: TestApp
let ingest: Ingest
let desk: ReadingsDesk
let owner: { userId: number; token: string }
let token = ''
let plant = 0
/** The same owner sees the devices of earlier tests. */
let [oldOne, newOne] = ['', '']

beforeAll(async () => {
  const readings: ReadingsDesk = { post: (options) => desk.post(options), store: (options) => desk.store(options) }
  test = await createTestApp(monday + 4 * DAY_MS, { services: { readings } })
  const log = pino({ level: 'silent' })
  ingest = createIngest({
    db: test.db,
    telemetry,
    reactions: createReactions(() => test.clock.nowMs),
    now: () => test.clock.nowMs,
    log,
  })
  await ingest.start()
  desk = await ingest.open(openReadings)
  owner = await addTestUser(test, 'owner')
  const session = await findSession(test.db, owner.token, test.clock.nowMs)
  if (session === undefined) throw new Error('not signed in')
  const options = { name: 'script', scopes: ['reading:write'] as const, expiresInDays: 30, center: '' }
  token = (await addAccessToken(test.db, session, { ...options, nowMs: test.clock.nowMs })).token
})
afterAll(async () => {
  await ingest.close()
  await test.close()
})
beforeEach(async () => {
  test.clock.nowMs = monday + 4 * DAY_MS
  plant = await addTestPlant(test.db, owner.userId, { ...testPlant, capacityWp: 6_000, zone: 'Europe/Berlin' })
  oldOne = `OLD-${plant}`
  newOne = `NEW-${plant}`
})

type Value = Readonly<{ atMs: number; values: Readonly<Record<string, number>> }>
const post = async (serial: string, all: readonly Value[]): Promise<void> => {
  for (let at = 0; at < all.length; at += 200) {
    const readings = all.slice(at, at + 200).map(({ atMs, values }) => ({ at: new Date(atMs).toISOString(), values }))
    const reply = await test.app.inject({
      method: 'POST',
      url: `/maintain-s/station/${plant}/readings`,
      headers: bearer(token),
      payload: { devices: [{ serial, type: 'INVERTER', readings }] },
    })
    expect(reply.json()).toMatchObject({ stored: readings.length, refused: 0 })
  }
}
const replace = (oldDeviceSn: string, newDeviceSn: string) =>
  test.app.inject({
    method: 'POST',
    url: `/maintain-s/power/system/${plant}/device/replace`,
    headers: bearer(owner.token),
    payload: { oldDeviceSn, newDeviceSn },
  })
/** kWh of four days from Monday on; null: no reading. */
const produced = async (): Promise<(number | null)[]> => {
  const found = await telemetry.plantDays(test.db, plant, '2026-06-15', '2026-06-18')
  return ['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18'].map((date) => {
    const wh = found.find(({ period }) => period === date)?.energy.generation ?? null
    return wh === null ? null : Math.round(wh) / 1_000
  })
}
const refused = async () => await telemetry.quarantined(test.db, plant, { fromMs: 0, toMs: 4e12 })
const at = (day: number, hour: number): number => monday + day * DAY_MS + hour * HOUR_MS

/** Rows of a day from an hour on, by a step. */
const series = (fromMs: number, count: number, stepMs: number, values: (i: number) => Value['values']): Value[] =>
  Array.from({ length: count }, (_, i) => ({ atMs: fromMs + i * stepMs, values: values(i) }))
const total = (day: number, firstWh: number, stepMs: number): Value[] => {
  const count = (4 * HOUR_MS) / stepMs + 1
  return series(at(day, 8), count, stepMs, (i) => ({ generationTotalWh: firstWh + (4_000 * i) / (count - 1) }))
}

describe('a replacement that was declared', () => {
  it.each([
    ['a little higher', 20_050_000, 5 * MINUTE_MS],
    ['far higher', 31_000_000, 5 * MINUTE_MS],
    ['lower', 7_000_000, 5 * MINUTE_MS],
    ['from nothing', 0, 5 * MINUTE_MS],
    ['hourly and a little higher', 20_050_000, HOUR_MS],
    ['hourly and from nothing', 0, HOUR_MS],
  ])('begins the counter anew: %s', async (_, firstWh, stepMs) => {
    await post(oldOne, total(0, 20_000_000, stepMs))
    test.clock.nowMs = at(1, 15)
    expect((await replace(oldOne, newOne)).statusCode).toBe(200)
    test.clock.nowMs = at(4, 0)
    await post(newOne, total(2, firstWh, stepMs))
    expect(await produced()).toEqual([4, null, 4, null])
    expect(await refused()).toEqual([])
    // The history of both is one device's, and is counted alike again.
    const { rows } = await test.db.pool.query('select serial from devices where plant_id = $1', [plant])
    expect(rows).toEqual([{ serial: newOne }])
  })

  it('holds for records of the new device from before it was declared', async () => {
    await post(oldOne, total(0, 20_000_000, HOUR_MS))
    test.clock.nowMs = at(3, 9)
    await replace(oldOne, newOne)
    await post(newOne, total(2, 20_050_000, HOUR_MS))
    expect(await produced()).toEqual([4, null, 4, null])
  })

  it('knows serial numbers as readings do, and tells the name before', async () => {
    const short = 'A'
    const long = `${'x'.repeat(60)}:/+#`
    await post(short, total(0, 20_000_000, HOUR_MS))
    await test.db.pool.query(`update devices set name = 'Deye A' where plant_id = $1`, [plant])
    expect((await replace(short, long)).json().changes).toContainEqual({
      field: 'deviceName',
      before: 'Deye A',
      after: `Deye ${long}`,
    })
    expect((await replace(long, `${long}x`)).statusCode).toBe(400)
    expect((await replace(long, 'two words')).statusCode).toBe(400)
  })
})

describe('a counter', () => {
  it('that restarts without a word keeps what hourly readings measured on their day', async () => {
    await post('INV', [...total(0, 20_000_000, HOUR_MS), ...total(2, 7_000_000, HOUR_MS)])
    const [first, , third] = await produced()
    expect([first, third]).toEqual([4, 4])
  })

  it('that is 0 at night has nothing refused', async () => {
    const day = (n: number, totalWh: number): Value[] => [
      ...series(at(n, 0), 24, 15 * MINUTE_MS, () => ({ generationTotalWh: 0 })),
      ...series(at(n, 6), 8, 15 * MINUTE_MS, () => ({ generationTotalWh: totalWh })),
      ...series(at(n, 8), 33, 15 * MINUTE_MS, (i) => ({ generationTotalWh: totalWh + 250 * i })),
      ...series(at(n, 19), 20, 15 * MINUTE_MS, () => ({ generationTotalWh: 0 })),
    ]
    await post('INV', [...day(0, 15_000_000), ...day(1, 15_008_000)])
    expect(await produced()).toEqual([8, 8, null, null])
    expect(await refused()).toEqual([])
  })

  it('of the day that still shows yesterday in the morning counts only what rises', async () => {
    await post('INV', [
      { atMs: at(0, 16), values: { generationTodayWh: 9_300 } },
      ...[7, 7 + 1 / 60].map((hour) => ({ atMs: at(1, hour), values: { generationTodayWh: 9_300 } })),
      ...series(at(1, 7) + 2 * MINUTE_MS, 80, 5 * MINUTE_MS, (i) => ({ generationTodayWh: 100 * i })),
    ])
    expect((await produced())[1]).toBeCloseTo(7.9, 1)
    expect(await refused()).toEqual([])
  })
})

describe('the first day of a plant', () => {
  const statsOf = async (kind: 'daily' | 'month', date: string) => {
    const url = `/maintain-s/history/power/${plant}/stats/${kind}?date=${date}`
    return (await test.app.inject({ method: 'GET', url, headers: bearer(owner.token) })).json().statistics
  }
  const inverter = (day: number, hour: number, totalWh: number, todayWh: number): Promise<void> =>
    post('INV', [{ atMs: at(day, hour), values: { generationTotalWh: totalWh, generationTodayWh: todayWh } }])
  const meter = (day: number, hour: number, exportWh: number): Promise<void> =>
    post('MTR', [{ atMs: at(day, hour), values: { gridPowerW: -5_000, gridExportTotalWh: exportWh } }])
  const unknown = { useValue: null, useRatio: null, genForUse: null, generationRatio: null }

  it('has no balance of a production since midnight and a meter since noon', async () => {
    await inverter(0, 12, 5_000_000, 9_000)
    await meter(0, 12, 3_000_000)
    for (const kind of ['daily', 'month'] as const)
      expect(await statsOf(kind, '2026-06-15')).toMatchObject({ generationValue: 9, ...unknown })
    await inverter(0, 18, 5_012_000, 21_000)
    await meter(0, 18, 3_010_000)
    expect(await statsOf('daily', '2026-06-15')).toMatchObject({ generationValue: 21, gridValue: 10, ...unknown })
    await inverter(1, 18, 5_042_000, 30_000)
    await meter(1, 0, 3_010_000)
    await meter(1, 18, 3_030_000)
    expect(await statsOf('daily', '2026-06-16')).toMatchObject({ generationValue: 30, useValue: 10, useRatio: 100 })
    // The month's balance is that of the days that have one.
    expect(await statsOf('month', '2026-06-01')).toMatchObject({ generationValue: 51, useValue: 10 })
  })

  it('has one where all counters begin together, or all know the time since midnight', async () => {
    await post('INV', [
      { atMs: at(0, 12), values: { generationTotalWh: 5_000_000, gridExportTotalWh: 100 } },
      { atMs: at(0, 14), values: { generationTotalWh: 5_008_000, gridExportTotalWh: 6_100 } },
    ])
    expect(await statsOf('daily', '2026-06-15')).toMatchObject({ generationValue: 8, useValue: 2 })
  })

  it('of a meter that came to a plant leaves the days before without a consumption', async () => {
    await inverter(0, 18, 5_000_000, 20_000)
    await inverter(1, 18, 5_020_000, 20_000)
    await meter(1, 12, 0)
    await inverter(2, 18, 5_040_000, 20_000)
    await meter(2, 18, 15_000)
    expect(await statsOf('daily', '2026-06-16')).toMatchObject({ generationValue: 20, ...unknown })
    expect(await statsOf('month', '2026-06-01')).toMatchObject({ generationValue: 60, genForGrid: 9, useValue: 11 })
  })
})

describe('a hybrid whose total counts its AC output', () => {
  const minutes = 5
  /** A night on the battery, then a day of sun that fills it; the counter rises with the AC output. */
  const readings = (losses: number): Value[] => {
    const all: Value[] = []
    let [charged, given, output] = [0, 0, 0]
    for (let i = 0; i <= (18 * 60) / minutes; i++) {
      const atMs = at(0, 0) + i * minutes * MINUTE_MS
      const hour = (i * minutes) / 60
      const pvW = hour < 7 || hour > 17 ? 0 : 3_200 * Math.sin(((hour - 7) / 10) * Math.PI)
      const batteryW = pvW === 0 ? 510 : pvW > 1_000 ? -900 : 0
      const step = minutes / 60
      if (i > 0) {
        charged += Math.max(0, -batteryW) * step
        given += Math.max(0, batteryW) * step
        output += (pvW + batteryW) * step * (pvW === 0 ? losses : 1)
      }
      const values = {
        generationTotalWh: 20_675_170 + Math.floor(output),
        pvPowerW: Math.round(pvW),
        batteryPowerW: batteryW,
        batteryDischargeTotalWh: 5_000_000 + Math.floor(given),
        acPowerW: Math.round(pvW + batteryW),
        batteryChargeTotalWh: 6_000_000 + Math.floor(charged),
        gridImportTotalWh: 100_000,
        gridExportTotalWh: 0,
      }
      all.push({ atMs, values })
    }
    return all
  }
  const madeWh = (all: readonly Value[]): number =>
    (all.reduce((sum, { values }) => sum + Number(values.pvPowerW), 0) * minutes) / 60
  const energyOf = async () => (await telemetry.plantDays(test.db, plant, '2026-06-15', '2026-06-15'))[0]?.energy
  const kinds = async () => {
    test.clock.nowMs = at(0, 18)
    const url = `/maintain-s/operating/system/${plant}`
    const reply = await test.app.inject({ method: 'GET', url, headers: bearer(owner.token) })
    return reply.json().disagreements.map(({ kind }: { kind: string }) => kind)
  }

  it('produces nothing at night, and by day what the sun made', async () => {
    const all = readings(0.94)
    await post('HYB', all.slice(0, 84))
    const night = await energyOf()
    expect(night?.generation).toBeLessThanOrEqual(150)
    expect(night?.discharge).toBeCloseTo(3_530, -2)
    await post('HYB', all.slice(84))
    expect(Math.abs(((await energyOf())?.generation ?? 0) - madeWh(all))).toBeLessThanOrEqual(300)
    expect(await kinds()).toEqual(['holdsBattery'])
  })

  const recount = () => recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} })
  const deviceId = async (id = plant): Promise<number> => {
    const { rows } = await test.db.pool.query('select id from devices where plant_id = $1', [id])
    return rows[0].id
  }
  const state = async (counterMeaning: 'pv' | 'acOutput' | null, at = plant, as = owner.token) => {
    const url = `/maintain-s/power/system/${at}/device/${await deviceId()}`
    return test.app.inject({ method: 'POST', url, headers: bearer(as), payload: { counterMeaning } })
  }
  const counter = async () => {
    const payload = { deviceId: await deviceId(), needRealTimeDataFlag: true }
    const options = {
      method: 'POST',
      url: '/device-s/device/v3/detail',
      headers: bearer(owner.token),
      payload,
    } as const
    return (await test.app.inject(options)).json().counter
  }
  const derivedWh = async () => (await telemetry.plantDays(test.db, plant, '2026-06-15', '2026-06-15'))[0]?.derivedWh

  it('counts what a person states of it, and its history is recounted', async () => {
    const all = readings(0.94)
    await post('HYB', all.slice(84, 204))
    // No night has told yet.
    expect((await energyOf())?.generation).toBeLessThan(17_000)
    expect(await counter()).toEqual({ stated: null, meaning: null, source: null })
    expect(await derivedWh()).toBe(0)

    const asked = test.services.recounts.asked.length
    const reply = await state('acOutput')
    expect(reply.json()).toEqual({ changes: [{ field: 'counterMeaning', before: null, after: 'acOutput' }] })
    expect(test.services.recounts.asked.slice(asked)).toEqual([plant])
    await recount()
    const made = (await energyOf())?.generation ?? 0
    expect(Math.abs(made - 20_400)).toBeLessThanOrEqual(300)
    expect(await derivedWh()).toBe(made)
    expect(await counter()).toEqual({ stated: 'acOutput', meaning: 'acOutput', source: 'person' })
    expect(await kinds()).toEqual([])

    // A person is believed before the nights.
    await post('HYB', all.slice(0, 84))
    await post('HYB', all.slice(204))
    await state('pv')
    await recount()
    expect((await energyOf())?.generation).toBeCloseTo(17_080, -2)
    expect(await derivedWh()).toBe(0)
    expect(await counter()).toEqual({ stated: 'pv', meaning: 'pv', source: 'person' })
    expect(await kinds()).toEqual([])

    await state(null)
    await recount()
    expect(Math.abs(((await energyOf())?.generation ?? 0) - 20_400)).toBeLessThanOrEqual(300)
    expect(await counter()).toEqual({ stated: null, meaning: 'acOutput', source: 'nights' })
    expect(await kinds()).toEqual(['holdsBattery'])
  })

  it('is stated by those who may edit the plant, and only of a device with a battery', async () => {
    await post('HYB', readings(1).slice(84, 90))
    const stranger = await addTestUser(test, `stranger-${plant}`)
    expect((await state('acOutput', plant, stranger.token)).statusCode).toBe(404)
    const other = await addTestPlant(test.db, owner.userId, { ...testPlant, capacityWp: 6_000 })
    expect((await state('acOutput', other)).statusCode).toBe(404)
    expect((await counter()).stated).toBeNull()
    plant = other
    await post('INV', total(0, 20_000_000, HOUR_MS))
    expect((await state('acOutput')).statusCode).toBe(400)
    expect(await counter()).toBeNull()
  })

  it('is the same in any order of arrival', async () => {
    const all = readings(0.94)
    await post('HYB', all)
    const want = await energyOf()
    plant = await addTestPlant(test.db, owner.userId, { ...testPlant, capacityWp: 6_000, zone: 'Europe/Berlin' })
    const parts = [all.slice(100, 150), all.slice(0, 40), all.slice(150), all.slice(70, 100), all.slice(40, 70)]
    for (const part of parts) await post('HYB', part)
    expect(await energyOf()).toEqual(want)
  })

  it('is not assumed of one that counts its cells in coarse steps', async () => {
    const all = readings(1)
    const cells = all.map(({ atMs, values }, i): Value => {
      const wh = Math.floor(madeWh(all.slice(0, i + 1)) / 100) * 100
      return { atMs, values: { ...values, generationTotalWh: 20_675_000 + wh } }
    })
    await post('HYB', cells)
    expect(Math.abs(((await energyOf())?.generation ?? 0) - madeWh(all))).toBeLessThanOrEqual(100)
    expect(await kinds()).toEqual([])
  })
})
