import { readingRefusals } from '@heliograph/contract/maintain-s/readings.ts'
import { toBaseUnit } from '@heliograph/domain/accepted-units.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDevices } from '../../../fleet/devices/devices.ts'
import { listPlantLoggers, listUnclaimed } from '../../../fleet/loggers/loggers.ts'
import { plantPeriod, removePlant } from '../../../fleet/plants/plants.ts'
import { append } from '../../../fleet/telemetry/telemetry.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { addPlant, createStick, openScene, quantityOf, register, type Scene, samplesOf } from '../testing/scene.ts'
import { CALLS_PER_MINUTE, type ReadingResult, type ReadingsGiven } from './post-readings.ts'
import type { PostedDevice } from './posted.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE_MS = 60_000
let database: TestDatabase
let scene: Scene
let plantId: number

beforeAll(async () => {
  database = await createTestDatabase(10)
})
beforeEach(async () => {
  plantId = await addPlant(database.db, 'Europe/Berlin')
  scene = await openScene(database.db, { nowMs, settings: { devicesPerLogger: 3 } })
})
afterEach(async () => {
  await scene.close()
  await database.db.pool.query(
    'truncate plants, loggers, waiting_records, undecoded_payloads, samples, device_latest cascade',
  )
})
afterAll(() => database.drop())

const post = (devices: readonly PostedDevice[], options: Partial<ReadingsGiven> = {}) =>
  scene.readings.post({
    plantId,
    userId: null,
    sender: 'token',
    address: '192.0.2.1',
    source: 'Home Assistant',
    devices,
    ...options,
  })
const one = (values: PostedDevice['readings'][number]['values'], at?: string | number): PostedDevice => ({
  serial: 'INV-1',
  readings: [{ values, ...(at === undefined ? {} : { at }) }],
})
const states = (results: readonly ReadingResult[]) =>
  results.map((result) => (result.state === 'refused' ? result.reason : result.state))

describe('a posted reading', () => {
  test('has names without invisible characters, and a source that can be seen', async () => {
    await expect(post([one({ acPowerW: 1 })], { source: '\u3164' })).rejects.toMatchObject({ code: 'PARAM_ERROR' })
    await post([{ ...one({ acPowerW: 1 }), name: 'Roof\u2800\ufe0f a\u0000 \u200b b' }], {
      source: 'Home\u2800 Assistant',
    })
    const [logger, device] = await listDevices(database.db, plantId, nowMs)
    expect([logger?.name, device?.name]).toEqual(['Home Assistant', 'Roof a b'])
  })

  test('is stored with its device, in base units, at its instant', async () => {
    const device: PostedDevice = {
      serial: 'INV-1',
      name: 'South roof',
      maker: 'Fronius',
      model: 'Primo 5.0',
      readings: [
        {
          at: '2026-06-15T11:55:00+02:00',
          values: {
            acPowerW: { value: 2.345, unit: 'kW' },
            generationTotalWh: { value: 1234.5, unit: 'kWh' },
            inverterTemperatureC: { value: 122, unit: '°F' },
            batterySocPercent: 55,
          },
        },
      ],
    }
    expect(await post([device])).toEqual([{ device: 0, reading: 0, state: 'stored' }])
    const [row] = await samplesOf(database.db, plantId)
    expect(row).toMatchObject({ serial: 'INV-1', at: new Date('2026-06-15T09:55:00Z'), time_source: 0 })
    const of = (id: QuantityId) => quantityOf(row, id)
    expect([of('acPowerW'), of('generationTotalWh'), of('inverterTemperatureC'), of('batterySocPercent')]).toEqual([
      2345, 1_234_500, 50, 55,
    ])
    const views = await listDevices(database.db, plantId, nowMs)
    expect(views.map(({ name, type, model, status }) => [name, type, model, status])).toEqual([
      ['Home Assistant', 'COLLECTOR', '', 'well'],
      ['South roof', 'INVERTER', 'Fronius Primo 5.0', 'well'],
    ])
  })

  test('of single cells has their ends too, and names what it is a part of', async () => {
    const values = { cell1VoltageV: 3.301, cell2VoltageV: { value: 3342, unit: 'mV' }, cell1TemperatureC: 20 }
    const device: PostedDevice = { serial: 'M1', parentSerial: 'BAT', readings: [{ values }] }
    expect(states(await post([device]))).toEqual(['stored'])
    const [row] = await samplesOf(database.db, plantId)
    expect(quantityOf(row, 'batteryCellMaxVoltageV')).toBe(3.342)
    expect(quantityOf(row, 'batteryCellMinVoltageV')).toBe(3.301)
    expect(quantityOf(row, 'batteryCellMaxTemperatureC') ?? null).toBeNull()
    const found = await database.db.kysely.selectFrom('devices').select(['type', 'texts']).executeTakeFirst()
    expect(found).toEqual({ type: 'BATTERY', texts: { partOf: 'BAT' } })
  })

  test.each([
    ['epoch seconds', (nowMs - MINUTE_MS) / 1000, nowMs - MINUTE_MS, 0],
    ['epoch milliseconds', nowMs - MINUTE_MS, nowMs - MINUTE_MS, 0],
    ['UTC', '2026-06-15T09:59:30.250Z', nowMs - 29_750, 0],
    ['nothing: then it is now, and marked', undefined, nowMs, 3],
  ])('has its instant as %s', async (_, at, atMs, timeSource) => {
    expect(states(await post([one({ acPowerW: 1 }, at)]))).toEqual(['stored'])
    const [row] = await samplesOf(database.db, plantId)
    expect([row?.at.getTime(), row?.time_source]).toEqual([atMs, timeSource])
  })

  test.each<[string, PostedDevice['readings'][number], string, string]>([
    ['an unknown quantity', { values: { power: 1 } }, 'unknownQuantity', 'values.power'],
    ['a name of the language', { values: { constructor: 1 } }, 'unknownQuantity', 'values.constructor'],
    ['a unit of something else', { values: { acPowerW: { value: 1, unit: 'kWh' } } }, 'unknownUnit', 'values.acPowerW'],
    ['a value out of range', { values: { batterySocPercent: 101 } }, 'outOfRange', 'values.batterySocPercent'],
    ['production below zero', { values: { pvPowerW: { value: -1, unit: 'kW' } } }, 'outOfRange', 'values.pvPowerW'],
    ['no number', { values: { acPowerW: Number.NaN } }, 'outOfRange', 'values.acPowerW'],
    ['no values', { values: {} }, 'noValues', 'values'],
    ['a local time', { values: { acPowerW: 1 }, at: '2026-06-15T09:59:30' }, 'instantFormat', 'at'],
    ['an impossible date', { values: { acPowerW: 1 }, at: '2026-13-15T09:59:30Z' }, 'instantFormat', 'at'],
    ['the future', { values: { acPowerW: 1 }, at: nowMs + 61_000 }, 'instantInFuture', 'at'],
    ['long ago', { values: { acPowerW: 1 }, at: nowMs - 401 * 86_400_000 }, 'instantTooOld', 'at'],
  ])('with %s is refused, and the others of the call are stored', async (_, reading, reason, field) => {
    const device = { serial: 'INV-1', readings: [{ values: { acPowerW: 5 }, at: nowMs }, reading] }
    const results = await post([device])
    expect(results).toEqual([
      { device: 0, reading: 0, state: 'stored' },
      {
        device: 0,
        reading: 1,
        state: 'refused',
        code: 'PARAM_ERROR',
        reason,
        field: `devices.0.readings.1.${field}`,
      },
    ])
    expect(readingRefusals).toContain(reason)
    expect(await samplesOf(database.db, plantId)).toHaveLength(1)
  })

  test.each<[string, PostedDevice['readings'][number]['values'], Partial<Record<QuantityId, number>>, string[]]>([
    ['production a few watts below zero', { pvPowerW: -2 }, { pvPowerW: 0 }, []],
    ['use a few watts below zero', { loadPowerW: { value: -0.015, unit: 'kW' } }, { loadPowerW: 0 }, []],
    ['production far below zero', { pvPowerW: -2_000 }, {}, ['pvPowerW']],
    ['a charge of 101 %', { batterySocPercent: 101 }, {}, ['batterySocPercent']],
    ['a sensor without a cable', { ambientTemperatureC: -127 }, {}, ['ambientTemperatureC']],
    ['a frequency of all ones', { acFrequencyHz: 655.35 }, {}, ['acFrequencyHz']],
    ['two odd gauges', { acFrequencyHz: 655.35, batterySocPercent: -1 }, {}, ['acFrequencyHz', 'batterySocPercent']],
    ['an odd counter', { gridImportTotalWh: -5, gridPowerW: 20 }, { gridPowerW: 20 }, ['gridImportTotalWh']],
  ])('with %s keeps its counter, and its reply names what is left out', async (_, odd, kept, leftOutValues) => {
    const device = one({ ...odd, generationTotalWh: 1_000_000 })
    const named = leftOutValues.map((id) => ({ field: `devices.0.readings.0.values.${id}`, reason: 'outOfRange' }))
    const stored = { device: 0, reading: 0, state: 'stored', ...(named.length > 0 && { leftOutValues: named }) }
    expect(await post([device])).toEqual([stored])
    expect(await post([device])).toEqual([{ ...stored, state: 'repeated' }])
    const [row] = await samplesOf(database.db, plantId)
    for (const [id, value] of Object.entries({ ...kept, generationTotalWh: 1_000_000 }))
      expect(quantityOf(row, id), id).toBe(value)
    for (const id of leftOutValues) expect(quantityOf(row, id) ?? null, id).toBeNull()
  })

  test.each<[QuantityId, string, number]>([
    ['acPowerW', 'mW', 0.002],
    ['acPowerW', 'GW', 2e9],
    ['acPowerW', 'BTU/h', 0.586142],
    ['generationTotalWh', 'GWh', 2e9],
    ['generationTotalWh', 'mWh', 0.002],
    ['generationTotalWh', 'MJ', 555.556],
    ['generationTotalWh', 'kcal', 2.324444],
    ['acReactivePowerVar', 'kVAr', 2000],
    ['acReactivePowerVar', 'mvar', 0.002],
    ['acApparentPowerVa', 'mVA', 0.002],
    ['acFrequencyHz', 'kHz', 2000],
    ['pv1VoltageV', 'µV', 0.000002],
  ])('takes %s in %s', (id, unit, base) => {
    const value = toBaseUnit(2, unit, getQuantity(id).unit)
    expect(value).toBeCloseTo(base, 3)
  })

  test('sent again is stored once; other values for the same instant are refused', async () => {
    const devices = [1, 2].map(
      (n): PostedDevice => ({
        serial: `INV-${n}`,
        readings: [3, 2, 1].map((ago) => ({ at: nowMs - ago * MINUTE_MS, values: { acPowerW: n * 100 + ago } })),
      }),
    )
    expect(new Set(states(await post(devices)))).toEqual(new Set(['stored']))
    expect(new Set(states(await post(devices)))).toEqual(new Set(['repeated']))
    await scene.close()
    scene = await openScene(database.db, { nowMs })
    expect(new Set(states(await post(devices)))).toEqual(new Set(['repeated']))
    expect(states(await post([one({ acPowerW: 7 }, nowMs - MINUTE_MS)]))).toEqual(['differentContent'])
    expect(states(await post([one({ acPowerW: 101, gridPowerW: 1 }, nowMs - MINUTE_MS)]))).toEqual(['differentContent'])
    const rows = await samplesOf(database.db, plantId)
    expect(rows).toHaveLength(6)
    expect(rows.map((row) => quantityOf(row, 'acPowerW')).sort()).toEqual([101, 102, 103, 201, 202, 203])
  })

  test('twice in one call is stored once, and the second is compared with the first', async () => {
    const readings = [10, 10, 11].map((acPowerW) => ({ at: nowMs, values: { acPowerW } }))
    expect(states(await post([{ serial: 'INV-1', readings }]))).toEqual(['stored', 'repeated', 'differentContent'])
  })

  test('of a thousand in one call is stored once', async () => {
    const readings = Array.from({ length: 1_000 }, (_, n) => ({
      at: nowMs - n * MINUTE_MS,
      values: { acPowerW: n, generationTotalWh: 1_000_000 - n * 10 },
    }))
    expect(new Set(states(await post([{ serial: 'INV-1', readings }])))).toEqual(new Set(['stored']))
    expect(new Set(states(await post([{ serial: 'INV-1', readings }])))).toEqual(new Set(['repeated']))
    expect(await samplesOf(database.db, plantId)).toHaveLength(1_000)
  })

  test('is answered after the commit, and not when it cannot be stored', async () => {
    await scene.close()
    let isBroken = true
    scene = await openScene(database.db, {
      nowMs,
      append: async (...options) => {
        if (isBroken) throw Object.assign(new Error('numeric field overflow'), { code: '22003' })
        return await append(...options)
      },
    })
    expect(await post([one({ acPowerW: 1 }, nowMs)])).toMatchObject([
      { state: 'refused', code: 'UNAVAILABLE', reason: 'notStored' },
    ])
    expect(await samplesOf(database.db, plantId)).toEqual([])
    isBroken = false
    expect(states(await post([one({ acPowerW: 1 }, nowMs)]))).toEqual(['stored'])
  })
})

describe('posted devices', () => {
  test('have the energy of their power where they have no counter, and it is told', async () => {
    for (const ago of [3, 2, 1, 0]) await post([one({ acPowerW: 800 }, nowMs - ago * MINUTE_MS)])
    const [, device] = await listDevices(database.db, plantId, nowMs)
    expect(device).toMatchObject({ generationW: 800, generationTodayWh: null, generationTotalWh: null })
    const energies = async () => {
      const text = 'select generation_wh, generation_from_power_wh from plant_days where plant_id = $1'
      return (await database.db.pool.query(text, [plantId])).rows
    }
    expect(await energies()).toEqual([{ generation_wh: 40, generation_from_power_wh: 40 }])
    await post([one({ acPowerW: 800 }, nowMs - 2 * MINUTE_MS)])
    expect(await energies()).toEqual([{ generation_wh: 40, generation_from_power_wh: 40 }])
    const { statistics } = await plantPeriod(database.db, plantId, 'total', undefined, nowMs)
    expect(statistics).toMatchObject({ energy: { generation: 40 }, fromPower: ['generation'] })
  })

  test('may not send energy that is integrated here', async () => {
    expect(await post([one({ acPowerW: 1, generationFromPowerWh: 5 } as never, nowMs)])).toMatchObject([
      { state: 'refused', reason: 'unknownQuantity' },
    ])
  })

  test('count from the first reading of a counter that starts later', async () => {
    await post([one({ acPowerW: 800 }, nowMs - 10 * MINUTE_MS)])
    const readings = [9, 4, 0].map((ago) => ({
      at: nowMs - ago * MINUTE_MS,
      values: { acPowerW: 6_000, generationTotalWh: 50_000 - ago * 100 },
    }))
    // The last one of the batch has no counter: the energy of the others counts anyway.
    readings.push({ at: nowMs + MINUTE_MS, values: { acPowerW: 6_000 } } as (typeof readings)[number])
    expect(new Set(states(await post([{ serial: 'INV-1', readings }])))).toEqual(new Set(['stored']))
    const { rows } = await database.db.pool.query('select flows from devices')
    expect(rows).toEqual([{ flows: ['generation'] }])
    const days = await database.db.pool.query('select generation_wh from plant_days where plant_id = $1', [plantId])
    // By the power in the minute before, from 800 to 6,000 W: 56.6667 Wh.
    expect(days.rows).toEqual([{ generation_wh: 956.6667 }])
  })

  test.each([
    [{ acPowerW: 1 }, 'INVERTER'],
    [{ gridPowerW: -1, gridImportTotalWh: 1 }, 'METER'],
    [{ batterySocPercent: 1 }, 'BATTERY'],
    [{ irradianceWm2: 1 }, 'WEATHER_STATION'],
    [{ loadPowerW: 1 }, 'OTHER_TYPE'],
  ])('%j without a type gets the type %s', async (values, type) => {
    await post([one(values)])
    expect((await listDevices(database.db, plantId, nowMs))[1]?.type).toBe(type)
  })

  test('are not written to when they have a logger of their own', async () => {
    await register(database.db, plantId, 4_000_000_001)
    const client = await scene.connect()
    await client.exchange(createStick(4_000_000_001, 'INV-1').data(nowMs))
    expect(await post([one({ acPowerW: 1 })])).toMatchObject([
      { state: 'refused', code: 'ABNORMAL', reason: 'deviceOfOtherLogger', field: 'devices.0.serial' },
    ])
  })

  test('are refused beyond the limit of a logger', async () => {
    const devices = [1, 2, 3, 4].map((n): PostedDevice => ({ ...one({ acPowerW: n }), serial: `INV-${n}` }))
    expect(states(await post(devices))).toEqual(['stored', 'stored', 'stored', 'tooManyDevices'])
  })
})

describe('a sender', () => {
  const loggersAt = (atMs: number) => listPlantLoggers(database.db, plantId, { withNetwork: false, nowMs: atMs })

  test('is a logger of the plant, one per name, with its reporting interval', async () => {
    for (let round = 0; round < 6; round += 1) {
      for (const serial of ['INV-1', 'INV-2']) await post([{ ...one({ acPowerW: round }), serial }])
      scene.clock.nowMs += 15 * MINUTE_MS
    }
    await post([{ ...one({ gridPowerW: 1 }), serial: 'M-1' }], { source: 'Node-RED' })
    await scene.close()
    const lastMs = scene.clock.nowMs - 15 * MINUTE_MS
    const [ha, nodeRed] = (await loggersAt(lastMs + 20 * MINUTE_MS)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(ha).toMatchObject({
      wire: 'readings',
      name: 'Home Assistant',
      state: 'data',
      online: true,
      deviceCount: 2,
      intervalS: 900,
      lastDataMs: lastMs,
    })
    expect(nodeRed).toMatchObject({ name: 'Node-RED', deviceCount: 1, intervalS: 300 })
    const later = await loggersAt(lastMs + 60 * MINUTE_MS)
    expect(later.find(({ name }) => name === 'Home Assistant')?.online).toBe(false)
  })

  test('becomes one logger on two concurrent first calls', async () => {
    await Promise.all([1, 2, 3, 4].map((n) => post([{ ...one({ acPowerW: n }), serial: 'INV-1' }])))
    expect(await loggersAt(nowMs)).toHaveLength(1)
  })

  test('is told to wait when it calls too often', async () => {
    for (let n = 0; n < CALLS_PER_MINUTE; n += 1) await post([one({ acPowerW: n }, nowMs - n * 1000)])
    await expect(post([one({ acPowerW: 1 })])).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      detail: { seconds: 1 },
    })
    await post([one({ acPowerW: 1 })], { sender: 'another token' })
    scene.clock.nowMs += 1_000
    await post([one({ acPowerW: 1 })])
  })

  test('that invents a name for every call does not fill the list', async () => {
    for (let n = 0; n < 20; n += 1)
      await post([{ ...one({ acPowerW: 1 }), serial: `S${n}` }], { source: `Program ${n}` })
    await expect(post([one({ acPowerW: 1 })], { source: 'One more' })).rejects.toMatchObject({ code: 'ABNORMAL' })
  })

  test('is deleted with its plant and never up for registration', async () => {
    await post([one({ acPowerW: 1 })])
    await database.db.transaction((transaction) => removePlant(transaction, plantId))
    expect(await listUnclaimed(database.db, 1, 10)).toEqual({ total: 0, items: [] })
    const { rows } = await database.db.pool.query('select from loggers')
    expect(rows).toEqual([])
  })

  test('of a plant that is moving to another data center has to wait', async () => {
    await database.db.pool.query(
      `insert into users (id, account, nickname) overriding system value values (77, 'mover', 'Mover') on conflict do nothing`,
    )
    await database.db.pool.query(
      `insert into account_moves (id, direction, center, user_id, state, detail)
       values ('move-0000001', 'out', 'CHINA', 77, 'sending', jsonb_build_object('plantIds', jsonb_build_array($1::bigint)))`,
      [plantId],
    )
    await expect(post([one({ acPowerW: 1 })])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await database.db.pool.query('delete from account_moves')
  })
})
