/** What an edit does to past energies: with the real queue and the real recount. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { recountPlant } from '../../intake/ingest/ingest.ts'
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { createRecounts, type Recounts } from './recounts.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const from = Date.parse('2026-06-12T00:00:00Z')
const jumpAtMs = Date.parse('2026-06-13T10:00:00Z')
const JUMP_WH = 2_000_000
const log = pino({ level: 'silent' })

let test: TestApp
let jobs: Jobs
let recounts: Recounts
let token: string
let ownerId: number
let plant: number
let device: Awaited<ReturnType<typeof addTestDevice>>
beforeAll(async () => {
  const real: Recounts = {
    ask: (within, plantId) => recounts.ask(within, plantId),
    resume: () => recounts.resume(),
    close: () => recounts.close(),
  }
  test = await createTestApp(nowMs, { services: { recounts: { ...real, asked: [] } } })
  jobs = await createJobs({ db: test.db, log, now: Date.now, pollMs: 20 })
  recounts = await createRecounts({ db: test.db, jobs, log, recount: recountPlant })
  ;({ token, userId: ownerId } = await addTestUser(test, 'owner'))
})
afterAll(async () => {
  recounts.close()
  await jobs.stop()
  await test.close()
})

/** 1.2 kW around the clock; once the counter jumps by more than ten kilowatts can produce in five minutes. */
const valuesAt = (atMs: number) => ({
  acPowerW: 1_200,
  generationTotalWh: 500_000 + (atMs - from) / 3_000 + (atMs >= jumpAtMs ? JUMP_WH : 0),
})
beforeEach(async () => {
  plant = await addTestPlant(test.db, ownerId)
  device = await addTestDevice(test.db, plant, { quantities: ['acPowerW', 'generationTotalWh'] })
  await appendSamples(test.db, device, { fromMs: from, toMs: from + 2.5 * 86_400_000 }, valuesAt)
  // By the rules of the plant, as ingest would count.
  await recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} })
})

const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const reply = await test.app.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}
const edit = (payload: object) => call('POST', `/maintain-s/station/${plant}`, payload)
const steps = async () => (await call('GET', `/maintain-s/station/${plant}/refused-steps`)).body
const decide = (decision: string) =>
  call('POST', `/maintain-s/station/${plant}/refused-steps`, {
    deviceId: device.deviceId,
    quantity: 'generationTotalWh',
    atMs: jumpAtMs,
    decision,
  })
const days = async () => {
  const { rows } = await test.db.pool.query(
    'select day::text, round(generation_wh) as wh from plant_days where plant_id = $1 and generation_wh > 0 order by day',
    [plant],
  )
  return rows.map(({ day, wh }: { day: string; wh: number }) => [day, wh])
}
const total = async () => (await days()).reduce((sum, [, wh]) => sum + Number(wh), 0)
const recounted = () =>
  vi.waitFor(
    async () => {
      const { body } = await call('GET', `/maintain-s/station/${plant}/recount`)
      expect(body.state).toBe('done')
      return body
    },
    { timeout: 15_000 },
  )

describe('the history of an edited plant', () => {
  it('counts refused energy with another capacity', async () => {
    const before = await total()
    expect(await steps()).toMatchObject({ steps: [{ beforeWh: expect.any(Number), decision: 'open' }] })
    expect((await edit({ installedCapacity: 100_000 })).body.recount).toBe(true)
    const progress = await recounted()
    expect(progress.done).toBe(progress.total)
    expect((await total()) - before).toBeGreaterThan(JUMP_WH)
    expect((await steps()).steps).toEqual([])
  })

  it('splits its days in another zone and loses nothing', async () => {
    const [before, sum] = [await days(), await total()]
    await edit({ regionTimezone: 'Pacific/Auckland' })
    await recounted()
    expect(await days()).not.toEqual(before)
    expect(Math.abs((await total()) - sum)).toBeLessThan(2)
  })

  it('is not changed by another name or price', async () => {
    const before = await days()
    await edit({ name: 'Barn', mergeElectricPrice: 0.4 })
    expect((await call('GET', `/maintain-s/station/${plant}/recount`)).body.state).toBe('none')
    expect(await days()).toEqual(before)
  })

  it('loses the share of an erased device', async () => {
    const other = await addTestDevice(test.db, plant, { quantities: ['acPowerW', 'generationTotalWh'] })
    await appendSamples(test.db, other, { fromMs: from, toMs: from + 86_400_000 }, valuesAt)
    const both = await total()
    const { name } = await test.db.kysely
      .selectFrom('devices')
      .select('name')
      .where('id', '=', other.deviceId)
      .executeTakeFirstOrThrow()
    await call('DELETE', `/maintain-s/power/system/${plant}/device`, {
      deviceId: other.deviceId,
      history: 'erase',
      name,
    })
    await recounted()
    const value = await total()
    expect(both - value).toBeGreaterThan(25_000)
    expect(both - value).toBeLessThan(32_000)
  })
})

describe('a refused counter step', () => {
  it('counts once it is accepted, with an audit row', async () => {
    const before = await total()
    const [step] = (await steps()).steps
    expect(step).toMatchObject({ deviceId: device.deviceId, quantity: 'generationTotalWh', atMs: jumpAtMs })
    expect(step.afterWh - step.beforeWh).toBeCloseTo(JUMP_WH + 100, 0)
    expect((await decide('accepted')).body).toEqual({
      changes: [{ field: 'decision', before: 'open', after: 'accepted' }],
      recount: true,
    })
    await recounted()
    expect((await total()) - before).toBeGreaterThanOrEqual(JUMP_WH)
    expect((await steps()).steps).toEqual([])
    const { detail } = await test.db.kysely
      .selectFrom('audit_log')
      .select('detail')
      .where('plant_id', '=', plant)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ quantity: 'generationTotalWh', atMs: jumpAtMs, decision: 'accepted' })
  })

  it('stays out once discarded, and can be reopened', async () => {
    const before = await total()
    expect((await decide('discarded')).body.recount).toBe(false)
    expect((await steps()).steps).toMatchObject([{ decision: 'discarded' }])
    expect((await decide('open')).body.changes).toEqual([{ field: 'decision', before: 'discarded', after: 'open' }])
    expect((await steps()).steps).toMatchObject([{ decision: 'open' }])
    expect(await total()).toBe(before)
  })

  it('of another plant or none cannot be decided', async () => {
    const wrong = await call('POST', `/maintain-s/station/${plant}/refused-steps`, {
      deviceId: device.deviceId,
      quantity: 'generationTotalWh',
      atMs: 5,
      decision: 'accepted',
    })
    expect([wrong.status, wrong.body.code]).toEqual([404, 'NOT_FOUND'])
  })
})
