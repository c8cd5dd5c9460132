import type { CallName, CallReply } from '@heliograph/contract/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, addTestUser, bearer } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createSamplePlants, type SamplePlants } from '../../testing/sample-plants.ts'

let samples: SamplePlants
beforeAll(async () => {
  samples = await createSamplePlants()
})
afterAll(() => samples.test.close())

const RANGE_CALL = 'GET /maintain-s/history/power/{id}/range'
const ask = (name: CallName, parts: CallParts, token = samples.owner.token) =>
  inject(samples.test.app, name, parts, bearer(token))
async function compare(query: NonNullable<CallParts['query']>): Promise<CallReply<typeof RANGE_CALL>> {
  const reply = await ask(RANGE_CALL, { params: { id: samples.storage }, query })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}

describe('energies of any days', () => {
  it('are the sums of their days, with their income', async () => {
    const { currency, ranges } = await compare({ from: '2026-03-27', to: '2026-03-29' })
    const [range] = ranges
    expect([currency, range?.from, range?.to, range?.known]).toEqual(['EUR', '2026-03-27', '2026-03-29', 2])
    const sum = (of: 'generationValue' | 'useValue' | 'incomeValue') =>
      (range?.days ?? []).reduce((all, { energies }) => all + (energies[of] ?? 0), 0)
    for (const of of ['generationValue', 'useValue', 'incomeValue'] as const)
      expect([of, range?.whole[of]]).toEqual([of, expect.closeTo(sum(of), 6)])
    expect(range?.days.map(({ date, energies }) => [date, energies.generationValue])).toEqual([
      ['2026-03-27', null],
      ['2026-03-28', 14.4],
      ['2026-03-29', 14.4],
    ])
  })

  it('stand beside equally many days from other dates on', async () => {
    const { ranges } = await compare({ from: '2026-03-29', to: '2026-03-29', with: ['2026-03-28', '2025-03-29'] })
    expect(ranges.map(({ from, to, known }) => [from, to, known])).toEqual([
      ['2026-03-29', '2026-03-29', 1],
      ['2026-03-28', '2026-03-28', 1],
      ['2025-03-29', '2025-03-29', 0],
    ])
    expect(ranges.map(({ whole }) => whole.generationValue)).toEqual([14.4, 14.4, null])
  })

  it('end today where they are not over, and so do the others', async () => {
    // Two hours after the 29th.
    const { ranges } = await compare({ from: '2026-03-15', to: '2026-04-14', with: '2026-02-15' })
    expect(ranges.map(({ to }) => to)).toEqual(['2026-03-30', '2026-03-02'])
  })

  it('of a bill that is over stand beside the whole of another one', async () => {
    const { ranges } = await compare({ from: '2026-02-01', to: '2026-02-28', with: '2026-01-01_2026-01-31' })
    expect(ranges.map(({ to, days }) => [to, days.length])).toEqual([
      ['2026-02-28', 28],
      ['2026-01-31', 31],
    ])
    const running = await compare({ from: '2026-03-01', to: '2026-03-31', with: '2026-02-01_2026-02-28' })
    expect(running.ranges.map(({ to }) => to)).toEqual(['2026-03-30', '2026-02-28'])
  })

  it.each([
    [{ from: '2026-03-01', to: '2026-03-02', with: '2026-02-02_2026-02-01' }, 'query.with'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'query.from'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'query.to'],
    [{ from: '2020-01-01', to: '2026-03-01' }, 'query.to'],
    [{ from: '2027-01-01', to: '2027-03-01' }, 'query.to'],
    [{ from: '2026-03-01', to: '2026-03-02', with: ['2026-02-31'] }, 'query.with'],
  ])('refuse %j', async (query, field) => {
    const reply = await ask(RANGE_CALL, { params: { id: samples.storage }, query })
    expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field } })
  })

  it('are refused to a stranger like those of a missing plant', async () => {
    const { token } = await addTestUser(samples.test, 'stranger')
    const query = { from: '2026-03-28', to: '2026-03-29' }
    expect((await ask(RANGE_CALL, { params: { id: samples.storage }, query }, token)).json().code).toBe('NOT_FOUND')
  })
})

describe('the billing day', () => {
  const get = 'GET /maintain-s/station/{id}/config/billing'
  const set = 'POST /maintain-s/station/{id}/config/billing'
  it('is unknown at first, and is set by who may edit the plant', async () => {
    const params = { id: samples.storage }
    expect((await ask(get, { params })).json()).toEqual({ day: null })
    expect((await ask(set, { params, body: { day: 15 } })).json()).toEqual({
      changes: [{ field: 'billingDay', before: null, after: 15 }],
    })
    expect((await ask(get, { params })).json()).toEqual({ day: 15 })
    const viewer = await addTestUser(samples.test, 'viewer')
    await addMember(samples.test.db, samples.storage, viewer.userId, 'viewer')
    expect((await ask(set, { params, body: { day: 1 } }, viewer.token)).json().code).toBe('NO_PERMISSION')
    expect((await ask(get, { params }, viewer.token)).json()).toEqual({ day: 15 })
  })

  it('is a day that every month has', async () => {
    for (const day of [0, 29, 1.5])
      expect((await ask(set, { params: { id: samples.storage }, body: { day } })).json().code).toBe('PARAM_ERROR')
  })
})
