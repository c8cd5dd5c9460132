/** What the metering of a plant does to its figures: with the real recount. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recountPlant } from '../../intake/ingest/ingest.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { settleNow } from '../now/now.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const from = Date.parse('2026-06-12T22:00:00Z')

let test: TestApp
let owner: { userId: number; token: string }
let plant: number
let meterId: number
let hybridId: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
})
afterAll(() => test.close())

const recount = async () => {
  await recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} })
  await settleNow(test.db, [plant], nowMs)
}
const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, token = owner.token) => {
  const reply = await test.app.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}
const path = (rest = '') => `/maintain-s/station/${plant}/metering${rest}`
const set = (payload: object) => call('POST', path(), payload)
const figures = async () => (await call('GET', `/maintain-s/operating/system/${plant}`)).body
const month = async () => (await call('GET', `/maintain-s/history/power/${plant}/stats/month`)).body
const listed = async () => {
  const { body } = await call('POST', '/maintain-s/operating/station/search?size=100', {})
  return body.data.find((item: { id: number }) => item.id === plant)
}

/**
 * From midnight of 13 June to noon of the 15th the hybrid makes 1.2 kWh an hour by its lifetime counter, which begins at
 * 5 MWh, and 1 kWh by its daily one; it imports 0.6 kWh. The meter imports 0.3 kWh.
 */
beforeEach(async () => {
  plant = await addTestPlant(test.db, owner.userId, { capacityWp: 5_000 })
  const hybrid = await addTestDevice(test.db, plant, {
    quantities: ['pvPowerW', 'gridPowerW', 'generationTotalWh', 'generationTodayWh', 'gridImportTotalWh'],
    flows: ['generation'],
    profileId: 'none',
    ratedW: 5_000,
  })
  const meter = await addTestDevice(test.db, plant, {
    quantities: ['gridPowerW', 'gridImportTotalWh'],
    flows: ['import'],
    profileId: 'none',
    type: 'METER',
  })
  ;[hybridId, meterId] = [hybrid.deviceId, meter.deviceId]
  const span = { fromMs: from, toMs: nowMs + 1, stepMs: 900_000 }
  const hours = (atMs: number) => (atMs - from) / 3_600_000
  await appendSamples(test.db, hybrid, span, (atMs) => ({
    pvPowerW: 1_200,
    gridPowerW: 600,
    generationTotalWh: 5_000_000 + hours(atMs) * 1_200,
    generationTodayWh: (hours(atMs) % 24) * 1_000,
    gridImportTotalWh: 700_000 + hours(atMs) * 600,
  }))
  await appendSamples(test.db, meter, span, (atMs) => ({
    gridPowerW: 300,
    gridImportTotalWh: 100_000 + hours(atMs) * 300,
  }))
  await recount()
  test.services.recounts.asked.length = 0
})

const kwhOf = (rows: { day: number; generationValue: number | null }[]) =>
  rows.filter(({ generationValue }) => generationValue !== null).map((row) => [row.day, row.generationValue])

describe('the metering of a plant', () => {
  it('is decided by the platform until somebody does: by roles, by all counters', async () => {
    const { body } = await call('GET', path())
    expect(body).toMatchObject({
      statisticMethodSettingStrategy: 'DYNAMIC',
      cumulativeElectricMethod: null,
      generationStatisticMethod: null,
      generationTotalOffset: 0,
      consumeProportionStatisticMethod: 'COMPUTE',
      theoryConsumeProportion: null,
      since: null,
      repeatedHint: false,
      dayOffsets: [],
    })
    const names = (list: { deviceId: number }[]) => list.map(({ deviceId }) => deviceId)
    expect(names(body.candidates.utility)).toEqual([hybridId, meterId])
    expect(names(body.candidates.generation)).toEqual([hybridId])
    expect(body.candidates.irradiance).toEqual([])
    expect(body.measured.find((item: { field: string }) => item.field === 'buyValue').devices).toHaveLength(1)
  })

  it('shows the lifetime counters as total where that is the method', async () => {
    expect((await figures()).total).toMatchObject({ generationValue: 71.9, uploadedTotals: [] })
    const { body } = await set({
      statisticMethodSettingStrategy: 'MANUAL',
      cumulativeElectricMethod: 'TOTAL_FROM_DEVICE_UPLOAD',
    })
    expect(body.recount).toBe(false)
    const { total, day } = await figures()
    expect(total).toMatchObject({ generationValue: 5_072, uploadedTotals: ['generationValue'] })
    expect(total.fullPowerHoursDay).toBeCloseTo(5_072 / 5)
    expect(day.uploadedTotals).toEqual([])
    expect((await listed()).generationTotal).toBe(5_072)
    const all = (await call('GET', `/maintain-s/history/power/${plant}/stats/total`)).body
    expect([all.statistics.generationValue, all.records[0].generationValue]).toEqual([5_072, 71.9])
    const saved = await call('POST', '/maintain-s/operating/station/generation/energy-saved', { id: plant })
    expect(saved.body.generationTotal).toBe(5_072)
  })

  it('counts days by the daily counters from a day on, as the preview said', async () => {
    const change = {
      statisticMethodSettingStrategy: 'MANUAL',
      cumulativeElectricMethod: 'SUM_OF_DAILY_VALUES',
      from: '2026-06-14',
    }
    const before = await month()
    expect(kwhOf(before.records)).toEqual([
      [13, 28.75],
      [14, 28.8],
      [15, 14.35],
    ])
    const { body: preview } = await call('POST', path('/preview'), change)
    // The step to midnight ends in a reading of the new rule: the last minutes of the day before are not in its counter.
    expect(preview).toMatchObject({ isTooLong: false, days: 3, changedFrom: '2026-06-13', changedTo: '2026-06-15' })
    expect(await month()).toEqual(before)
    const { body } = await set(change)
    expect(body.recount).toBe(true)
    expect(body.changes).toContainEqual({ field: 'meteringSince', before: null, after: '2026-06-14' })
    expect(test.services.recounts.asked).toEqual([plant])
    await recount()
    const [first, second, third] = kwhOf((await month()).records)
    expect(first?.[1]).toBeCloseTo(28.4)
    expect(second?.[1]).toBeCloseTo(24, 0)
    expect(third?.[1]).toBeCloseTo(12, 0)
    const total = preview.totals.find((item: { flow: string }) => item.flow === 'generation')
    expect(total.beforeWh).toBe(71_900)
    expect((await figures()).total.generationValue).toBe(total.afterWh / 1000)
    // What is recounted for another reason keeps the rules of each day.
    await recount()
    expect((await figures()).total.generationValue).toBe(total.afterWh / 1000)
    expect((await call('GET', path())).body.since).toBe('2026-06-14')
  })

  it('counts from the chosen device, in energies and powers', async () => {
    expect((await figures()).total.buyValue).toBe(18)
    expect((await figures()).buyPower).toBe(300)
    const change = { statisticMethodSettingStrategy: 'MANUAL', utilityStatisticMethod: `DEVICE:${hybridId}` }
    const preview = (await call('POST', path('/preview'), change)).body
    expect(preview.totals).toContainEqual({ flow: 'import', beforeWh: 18_000, afterWh: 36_000 })
    expect((await set(change)).body.recount).toBe(true)
    await recount()
    expect((await figures()).total.buyValue).toBe(36)
    expect((await figures()).buyPower).toBe(600)
    expect((await call('GET', path())).body.utilityStatisticMethod).toBe(`DEVICE:${hybridId}`)
    await set({ utilityStatisticMethod: 'METER' })
    await recount()
    expect((await figures()).total.buyValue).toBe(18)
    // Dynamic again: what was chosen rests, and is kept.
    await set({ utilityStatisticMethod: 'INVERTER' })
    await call('POST', path('/strategy?statisticMethodSettingStrategy=DYNAMIC'))
    await recount()
    expect((await figures()).total.buyValue).toBe(18)
    expect((await call('GET', path())).body.utilityStatisticMethod).toBe('INVERTER')
  })

  it('warns where two devices may count one energy twice', async () => {
    await set({ statisticMethodSettingStrategy: 'MANUAL', utilityStatisticMethod: `DEVICE:${hybridId},${meterId}` })
    const { body } = await call('GET', path())
    expect(body.repeatedHint).toBe(true)
    // Both count the purchase; of the feed-in both say a power.
    expect(body.repeated.map((item: { field: string }) => item.field)).toEqual(['buyValue', 'gridValue'])
  })

  it('adds offsets to totals alone, and says so', async () => {
    const { body } = await set({ generationTotalOffset: 1_000.5, consumeTotalOffset: -10 })
    expect(body.recount).toBe(false)
    const { total, year } = await figures()
    expect(total).toMatchObject({ generationValue: 1_072.4, generationOffset: 1_000.5, useOffset: -10 })
    expect(total.useValue).toBeCloseTo(71.9 + 18 - 10)
    expect(year).toMatchObject({ generationValue: 71.9, generationOffset: 0, useOffset: 0 })
    expect((await listed()).generationTotal).toBe(1_072.4)
  })

  it('adds what people say to a past day, and to all that holds it', async () => {
    const add = (day: string, generationOffset: number, useOffset = 0) =>
      call('POST', path('/dayOffset'), { day, generationWh: generationOffset * 1000, useWh: useOffset * 1000 })
    expect((await add('2026-06-13', 1.2)).body.changes).toEqual([{ field: 'addedToDay', before: 0, after: 1.2 }])
    await add('2026-06-01', 8, 3)
    const { records, statistics } = await month()
    expect(kwhOf(records).slice(0, 2)).toEqual([
      [1, 8],
      [13, 29.95],
    ])
    expect(records[12]).toMatchObject({ generationOffset: 1.2, incomeValue: 28.75 * 0.25 })
    expect(statistics).toMatchObject({ generationValue: 81.1, generationOffset: 9.2, useOffset: 3 })
    expect(await listed()).toMatchObject({ generationMonth: 81.1, generationYear: 81.1, generationTotal: 81.1 })
    // A recount knows nothing of it.
    await recount()
    expect((await figures()).total.generationValue).toBe(81.1)
    expect((await call('GET', path())).body.dayOffsets).toEqual([
      { day: '2026-06-13', generationOffset: 1.2, useOffset: 0 },
      { day: '2026-06-01', generationOffset: 8, useOffset: 3 },
    ])
    await add('2026-06-13', 0)
    await add('2026-06-01', 0)
    expect(await figures()).toMatchObject({ total: { generationValue: 71.9, generationOffset: 0 } })
    for (const [day, kwh] of [
      ['2026-06-15', 1],
      ['2026-06-32', 1],
      ['2026-06-13', -28.9],
    ] as const)
      expect((await add(day, kwh)).body.code).toBe('PARAM_ERROR')
  })

  it('shares the production as planned where that is wanted', async () => {
    await set({ consumeProportionStatisticMethod: 'PLAN', theoryConsumeProportion: 30 })
    expect((await figures()).total).toMatchObject({
      theoryUse: true,
      generationRatio: 30,
      gridRatio: 70,
      genForUse: 71.9 * 0.3,
      generationValue: 71.9,
    })
    await set({ consumeProportionStatisticMethod: 'COMPUTE', theoryConsumeProportion: null })
    expect((await figures()).total).toMatchObject({ theoryUse: false, generationRatio: 100 })
  })

  it('has an audit row with what changed', async () => {
    await call('POST', `/maintain-s/station/${plant}/meteringMethod`, {
      gridInterconnectionMethod: 'SUM_OF_DAILY_VALUES',
    })
    const { body } = await call('GET', `/maintain-s/station/${plant}/audit`)
    expect(body.data[0].detail).toMatchObject({
      gridInterconnectionMethod: 'SUM_OF_DAILY_VALUES',
      'gridInterconnectionMethod.before': null,
    })
  })

  it('keeps its devices when the plant moves by serial number', async () => {
    await set({ statisticMethodSettingStrategy: 'MANUAL', utilityStatisticMethod: `DEVICE:${meterId}` })
    const { metering } = await test.db.kysely
      .selectFrom('plants')
      .select('metering')
      .where('id', '=', plant)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(metering)).toContain('serials')
  })

  it.each<[string, object]>([
    ['a device of nobody', { utilityStatisticMethod: 'DEVICE:999999' }],
    ['a role that no device has', { utilityStatisticMethod: 'BATTERY' }],
    ['a source that counts something else', { batteryStatisticMethod: 'METER' }],
    ['a word that is no source', { utilityStatisticMethod: 'FORMULA' }],
    ['a share without its plan', { theoryConsumeProportion: 20 }],
    ['a plan without its share', { consumeProportionStatisticMethod: 'PLAN' }],
    ['a share above the whole', { consumeProportionStatisticMethod: 'PLAN', theoryConsumeProportion: 101 }],
    ['a day to come', { cumulativeElectricMethod: null, from: '2026-06-16' }],
    ['a field that does not exist', { method: 'x' }],
  ])('refuses %s', async (_, payload) => {
    const before = await call('GET', path())
    for (const rest of ['', '/preview'])
      expect(await call('POST', path(rest), payload)).toMatchObject({ status: 400, body: { code: 'PARAM_ERROR' } })
    expect((await call('GET', path())).body).toEqual(before.body)
  })

  it('does not take the device of a neighbor, and needs the right to edit', async () => {
    const own = plant
    const other = await addTestPlant(test.db, owner.userId)
    const { deviceId } = await addTestDevice(test.db, other, { quantities: ['gridImportTotalWh'], profileId: 'none' })
    plant = own
    expect((await set({ utilityStatisticMethod: `DEVICE:${deviceId}` })).body.code).toBe('PARAM_ERROR')
    const viewer = await addTestUser(test, `viewer-${plant}`)
    await addMember(test.db, plant, viewer.userId, 'viewer')
    expect((await call('GET', path(), undefined, viewer.token)).status).toBe(200)
    expect((await call('POST', path('/preview'), {}, viewer.token)).body.code).toBe('NO_PERMISSION')
  })
})
