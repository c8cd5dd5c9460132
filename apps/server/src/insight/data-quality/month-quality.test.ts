import type { CallReply } from '@heliograph/contract/calls.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestDevice, addTestPlant, addTestUser, appendSamples, bearer } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { createSamplePlants, hour, type SamplePlants, ZONE } from '../../testing/sample-plants.ts'

type Reply = CallReply<'GET /maintain-s/station/{id}/quality'>
let samples: SamplePlants
let jumpy: number

beforeAll(async () => {
  samples = await createSamplePlants()
  const { test, owner } = samples
  jumpy = await addTestPlant(test.db, owner.userId, { name: 'Jumpy' })
  const device = await addTestDevice(test.db, jumpy, {
    quantities: ['acPowerW', 'generationTotalWh', 'batterySocPercent'],
    ratedW: 5000,
  })
  const { fromMs } = dayBounds('2026-03-27', ZONE)
  // From noon on the counter has jumped by a million kWh.
  await appendSamples(test.db, device, { fromMs, toMs: fromMs + 24 * hour }, (atMs) => {
    const hours = (atMs - fromMs) / hour
    return {
      acPowerW: 1000,
      batterySocPercent: 50,
      generationTotalWh: Math.round(1_000_000 + hours * 1000 + (hours >= 12 ? 1e9 : 0)),
    }
  })
})
afterAll(() => samples.test.close())

async function ask(id: number, month?: string, token = samples.owner.token) {
  const parts = { params: { id }, query: month === undefined ? {} : { month } }
  return inject(samples.test.app, 'GET /maintain-s/station/{id}/quality', parts, bearer(token))
}
async function quality(id: number, month?: string): Promise<Reply> {
  const reply = await ask(id, month)
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const dayOf = ({ days }: Reply, date: string) => days.find((day) => day.date === date)

describe('the quality of a month', () => {
  it('has the share of each hour by the wall clock, and none for one that was skipped', async () => {
    const found = await quality(samples.storage)
    expect(found).toMatchObject({ zone: ZONE, month: '2026-03', deviceCount: 1, judgedCount: 1 })
    const short = dayOf(found, '2026-03-29')
    expect(short?.hours[2]).toBeNull()
    expect(short?.hours.filter((share) => share === 1)).toHaveLength(23)
    expect(short?.missingHours).toBe(0)
  })

  it('counts the hours in which data was due and none came', async () => {
    const found = await quality(samples.midday)
    const day = dayOf(found, '2026-03-29')
    expect(day?.hours.slice(0, 2)).toEqual([1, 1])
    expect(day?.hours.slice(13)).toEqual(Array.from({ length: 11 }, () => 0))
    expect(day?.missingHours).toBeGreaterThanOrEqual(11)
  })

  it('misses nothing at night where the panels power the device', async () => {
    const day = dayOf(await quality(samples.simple), '2026-03-29')
    expect(day?.hours[0]).toBeNull()
    // From 10 to 12 h after midnight nothing came: the clocks have gone forward.
    expect(day?.hours.slice(11, 13)).toEqual([0, 0])
    // Its data also ends before the evening does.
    expect(day?.missingHours).toBeGreaterThanOrEqual(2)
    expect(day?.missingHours).toBeLessThan(3)
  })

  it('tells of refused steps, and ends with today', async () => {
    const found = await quality(jumpy)
    const day = dayOf(found, '2026-03-27')
    expect(day?.refusedSteps).toBeGreaterThan(0)
    expect(day?.refusedWh).toBeGreaterThan(900_000_000)
    expect(found.days.at(-1)?.date).toBe('2026-03-30')
    expect(found).toMatchObject({ unproven: 0, unread: 0 })
  })

  it('has no days ahead, and refuses what is no month', async () => {
    expect((await quality(samples.storage, '2027-01')).days).toEqual([])
    for (const month of ['2026-13', '2026', '1969-12'])
      expect([month, (await ask(samples.storage, month)).json().code]).toEqual([month, 'PARAM_ERROR'])
  })

  it("treats a neighbor's plant like a missing one", async () => {
    const { token } = await addTestUser(samples.test, 'stranger')
    expect((await ask(samples.storage, undefined, token)).json().code).toBe('NOT_FOUND')
  })
})
