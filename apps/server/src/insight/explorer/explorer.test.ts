import type { CallName, CallReply } from '@heliograph/contract/calls.ts'
import { MOST_POINTS } from '@heliograph/contract/maintain-s/explorer.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, addTestDevice, addTestPlant, addTestUser, appendSamples, bearer } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createSamplePlants, dayBefore, hour, type SamplePlants, shortDay, ZONE } from '../../testing/sample-plants.ts'

let samples: SamplePlants
let storageDevice: number
let neighborPlant: number
let neighborDevice: number
let guest: string
let neighbor: string

beforeAll(async () => {
  samples = await createSamplePlants()
  const { test, storage, simple } = samples
  const { id } = await test.db.kysely
    .selectFrom('devices')
    .select('id')
    .where('plant_id', '=', storage)
    .executeTakeFirstOrThrow()
  storageDevice = id
  const other = await addTestUser(test, 'neighbor')
  neighbor = other.token
  neighborPlant = await addTestPlant(test.db, other.userId, { name: 'Neighbor' })
  const device = await addTestDevice(test.db, neighborPlant, { quantities: ['acPowerW'], serial: 'SECRET1' })
  neighborDevice = device.deviceId
  await appendSamples(test.db, device, { fromMs: shortDay.fromMs, toMs: shortDay.fromMs + hour }, () => ({
    acPowerW: 1,
  }))
  const viewer = await addTestUser(test, 'guest')
  guest = viewer.token
  await addMember(test.db, simple, viewer.userId, 'viewer', ['viewPlantInfo'])
})
afterAll(() => samples.test.close())

type Query = NonNullable<CallParts['query']>
type Reply = CallReply<'GET /maintain-s/explorer/series'>
const ask = (query: Query, token = samples.owner.token, name: CallName = 'GET /maintain-s/explorer/series') =>
  inject(samples.test.app, name, { query }, bearer(token))
async function series(query: Query): Promise<Reply> {
  const reply = await ask(query)
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const day = { from: String(shortDay.fromMs), to: String(shortDay.toMs) }
const valueAt = (one: Reply['series'][number] | undefined, atMs: number) => one?.values[one.timesMs.indexOf(atMs)]

describe('series', () => {
  it('puts quantities of devices and plants together', async () => {
    const { simple, storage, simpleInverter } = samples
    const wanted = [
      `d${storageDevice}:batterySocPercent`,
      `d${simpleInverter.deviceId}:acPowerW`,
      `p${storage}:pvPowerW`,
    ]
    const found = await series({ series: wanted, ...day })
    expect(found.zone).toBe(ZONE)
    expect(found.series.map((item) => [item.reference, item.unit, item.kind, item.step])).toEqual([
      [wanted[0], '%', 'reading', 'sample'],
      [wanted[1], 'W', 'reading', 'sample'],
      [wanted[2], 'W', 'mean', 'sample'],
    ])
    expect(found.series.map((item) => valueAt(item, shortDay.fromMs + 9 * hour))).toEqual([80, 1000, 2400])
    expect(found.series[1]?.plantId).toBe(simple)
  })

  it('breaks a line where nothing was measured', async () => {
    const found = await series({ series: `d${samples.simpleInverter.deviceId}:acPowerW`, ...day })
    const [one] = found.series
    const gap = one?.values.indexOf(null) ?? -1
    expect(one?.timesMs[gap]).toBeGreaterThan(shortDay.fromMs + 9 * hour)
    expect(one?.timesMs[gap]).toBeLessThan(shortDay.fromMs + 12 * hour)
    expect(one?.values.filter((value) => value === null)).toHaveLength(1)
  })

  it('divides by the capacity where that is wanted', async () => {
    const found = await series({
      series: [`p${samples.storage}:pvPowerW`, `d${storageDevice}:batterySocPercent`],
      ...day,
      perKw: '1',
    })
    const [power, soc] = found.series
    expect([power?.unit, power?.divisorKw, valueAt(power, shortDay.fromMs + 9 * hour)]).toEqual(['W/kW', 10, 240])
    expect([soc?.unit, soc?.divisorKw]).toEqual(['%', null])
  })

  it('shows the energy of hours, and readings only where they are asked for', async () => {
    const wanted = { series: `d${storageDevice}:generationTotalWh`, ...day }
    const [hours] = (await series(wanted)).series
    expect([hours?.kind, hours?.step]).toEqual(['increment', 'hour'])
    expect(valueAt(hours, shortDay.fromMs + 10 * hour)).toBeCloseTo(2400, 0)
    const [readings] = (await series({ ...wanted, every: 'sample' })).series
    expect([readings?.kind, readings?.values[0]]).toEqual(['reading', 5_014_400])
  })

  it("adds a plant's hours and days up to its energies", async () => {
    const { storage } = samples
    const energies = ['generationTotalWh', 'loadTotalWh'].map((id) => `p${storage}:${id}`)
    const hours = await series({ series: energies, ...day, every: 'hour' })
    const sums = hours.series.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0))
    expect(sums.map(Math.round)).toEqual([14_400, 14_640])
    const days = await series({ series: energies, ...day, every: 'day' })
    expect(days.series.map(({ values }) => values)).toEqual([[14_400], [14_640]])
    const means = await series({ series: [`p${storage}:pvPowerW`, `p${storage}:gridPowerW`], ...day, every: 'day' })
    expect(means.series.map(({ values }) => Math.round(values[0] ?? 0))).toEqual([
      Math.round(14_400 / 23),
      Math.round((2_040 - 4_320) / 23),
    ])
  })

  it("adds the hours' means of its sources", async () => {
    const powers = ['pvPowerW', 'gridPowerW', 'loadPowerW', 'batterySocPercent'].map(
      (id) => `p${samples.storage}:${id}`,
    )
    const found = await series({ series: powers, ...day, every: 'hour' })
    expect(found.series.map((item) => valueAt(item, shortDay.fromMs + 10 * hour))).toEqual([2400, -720, 1080, 80])
  })

  it('has least and greatest beside the means of hours', async () => {
    const [one] = (await series({ series: `d${storageDevice}:pvPowerW`, ...day, every: 'hour' })).series
    const at = one?.timesMs.indexOf(shortDay.fromMs + 10 * hour) ?? -1
    expect([one?.kind, one?.values[at], one?.least[at], one?.greatest[at]]).toEqual(['mean', 2400, 2400, 2400])
  })

  it('starts with the first data where no beginning is given', async () => {
    const found = await series({ series: `p${samples.storage}:generationTotalWh` })
    expect(found.fromMs).toBeLessThanOrEqual(dayBefore.fromMs)
    expect(found.toMs).toBe(samples.test.clock.nowMs)
    const points = found.series.reduce((sum, { timesMs }) => sum + timesMs.length, 0)
    expect(points).toBeLessThanOrEqual(MOST_POINTS)
  })

  it('takes days of the first plant, the last one included', async () => {
    const found = await series({ series: `p${samples.storage}:pvPowerW`, from: '2026-03-28', to: '2026-03-29' })
    expect([found.fromMs, found.toMs]).toEqual([dayBefore.fromMs, shortDay.toMs])
  })

  it.each([
    [{ from: '2026-02-30' }, 'query.from'],
    [{ series: 'd1:noSuchQuantity' }, 'query.series'],
    [{ series: 'x1:acPowerW' }, 'query.series'],
    [{ series: Array.from({ length: 13 }, (_, at) => `d${at + 1}:acPowerW`) }, 'query.series'],
    [{ from: '0', to: '4000000000000', every: 'hour' }, 'query.every'],
    [{ from: '2000', to: '1000' }, 'query.to'],
    [{ every: 'minute' }, 'query.every'],
  ])('refuses %j', async (query, field) => {
    const reply = await ask({ series: `p${samples.storage}:pvPowerW`, ...query })
    expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field } })
  })
})

describe('rights', () => {
  it("treats a neighbor's device and plant like missing ones, also among one's own", async () => {
    const own = `p${samples.storage}:pvPowerW`
    for (const other of [
      `p${neighborPlant}:pvPowerW`,
      `d${neighborDevice}:acPowerW`,
      'p999999:pvPowerW',
      'd999999:acPowerW',
    ])
      for (const name of ['GET /maintain-s/explorer/series', 'GET /maintain-s/explorer/csv'] as const) {
        const reply = await ask({ series: [own, other], ...day }, samples.owner.token, name)
        expect([other, name, reply.json().code]).toEqual([other, name, 'NOT_FOUND'])
      }
    expect((await ask({ series: [own, own], ...day }, neighbor)).json().code).toBe('NOT_FOUND')
  })

  it('needs the right of each kind on each plant', async () => {
    const plant = `p${samples.simple}:pvPowerW`
    expect((await ask({ series: plant, ...day }, guest)).statusCode).toBe(200)
    const device = await ask({ series: [plant, `d${samples.simpleInverter.deviceId}:acPowerW`], ...day }, guest)
    expect(device.json().code).toBe('NO_PERMISSION')
  })
})

describe('search', () => {
  type Found = CallReply<'POST /maintain-s/explorer/search'>
  const search = async (body: Record<string, unknown>, token = samples.owner.token): Promise<Found> => {
    const reply = await inject(samples.test.app, 'POST /maintain-s/explorer/search', { body }, bearer(token))
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
    return reply.json()
  }

  it('lists plants and devices that may be seen, and no others', async () => {
    const { data, more } = await search({})
    expect(data.map((item) => [item.plantName, item.deviceId === null])).toEqual([
      ['Storage 100%', true],
      ['Storage 100%', false],
      ['Midday', true],
      ['Midday', false],
      ['Barn', true],
      ['Barn', false],
    ])
    expect(more).toBe(false)
    expect((await search({}, guest)).data.map((item) => [item.plantName, item.deviceId])).toEqual([['Barn', null]])
    expect((await search({ words: [{ text: 'SECRET1', quantities: [] }] })).data).toEqual([])
  })

  it('needs every word, in names or as a quantity, and lists that quantity first', async () => {
    const battery = { text: 'batt', quantities: ['batterySocPercent', 'batteryPowerW'] }
    const { data } = await search({ words: [{ text: '100%', quantities: [] }, battery] })
    expect(data.map((item) => item.plantName)).toEqual(['Storage 100%', 'Storage 100%'])
    expect(data[1]?.quantities.slice(0, 2)).toEqual(['batteryPowerW', 'batterySocPercent'])
    expect((await search({ words: [{ text: '%_', quantities: [] }] })).data).toEqual([])
  })

  it('finds one plant alone', async () => {
    const { data } = await search({ plantId: samples.simple })
    expect(new Set(data.map((item) => item.plantId))).toEqual(new Set([samples.simple]))
    expect((await search({ plantId: neighborPlant })).data).toEqual([])
  })
})

describe('file', () => {
  it('has zone and units in its head and a row per instant', async () => {
    const wanted = [`d${samples.simpleInverter.deviceId}:acPowerW`, `d${storageDevice}:batterySocPercent`]
    const reply = await ask(
      { series: wanted, from: String(dayBefore.fromMs), to: day.to, every: 'sample' },
      undefined,
      'GET /maintain-s/explorer/csv',
    )
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, first, ...rows] = reply.body.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(head).toMatch(
      /^Time \(Europe\/Berlin\),Time \(UTC\),Barn \/ Test [^,]+ \/ acPowerW \(W\),Storage 100% \/ .+\(%\)$/,
    )
    expect(first).toBe('2026-03-28 00:00:00,2026-03-27T23:00:00.000Z,,40')
    // Two days of 24 and 23 hours, one row per five minutes: a page's end is in no row twice.
    expect(rows).toHaveLength((24 + 23) * 12 - 1)
    expect(new Set(rows.map((row) => row.split(',')[1])).size).toBe(rows.length)
    expect(rows.some((row) => row.endsWith('2026-03-29T08:00:00.000Z,1000,80'))).toBe(true)
  })
})
