import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCaches } from '../testing/memory-caches.ts'
import { call, setTransport } from './call.ts'
import { findAnswer, keepAnswer } from './kept-answers.ts'
import { forgetAnswers, KEPT_CACHE, keptAtOf, oldestKeptMs } from './kept-state.ts'
import { fetchNow } from './plant-now.ts'

const DAY = 86_400_000
const plant = { params: { id: 7 } } as const
const NAME = 'GET /maintain-s/operating/system/{id}'

let isReachable = true
let asked = 0
beforeEach(() => {
  isReachable = true
  asked = 0
  vi.useFakeTimers({ now: Date.parse('2026-06-15T10:00:00Z'), toFake: ['Date'] })
  vi.stubGlobal('caches', createCaches())
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    asked += 1
    return new Response(JSON.stringify({ value: asked }))
  })
})
afterEach(async () => {
  await forgetAnswers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
/** Until the copy is written, which nobody waits for. */
async function settle(target = 'GET /maintain-s/operating/system/7'): Promise<void> {
  while ((await findAnswer(target, undefined)) === undefined) await new Promise((resolve) => setTimeout(resolve, 0))
}

it('answers with the last reply and its instant where the server is not reached', async () => {
  const at = Date.now()
  expect(await call(NAME, plant)).toEqual({ value: 1 })
  await settle()
  expect(oldestKeptMs()).toBeUndefined()
  vi.setSystemTime(at + 3_600_000)
  isReachable = false
  const kept = await call(NAME, plant)
  expect(kept).toEqual({ value: 1 })
  expect([keptAtOf(kept), oldestKeptMs()]).toEqual([at, at])
  // Another plant was never asked for.
  await expect(call(NAME, { params: { id: 8 } })).rejects.toThrow()
  isReachable = true
  expect(await call(NAME, plant)).toEqual({ value: 2 })
  expect(oldestKeptMs()).toBeUndefined()
})

it('keeps what everyone is answered with the first answer of a session only', async () => {
  const brand = 'POST /backyard-api-s/oem/project/basic-info'
  await keepAnswer(brand, brand, undefined, '{"name":"Sunny"}')
  // Nothing that would open the page without a network.
  expect(await caches.has(KEPT_CACHE)).toBe(false)
  await keepAnswer(NAME, 'GET /maintain-s/operating/system/7', undefined, '{}')
  expect((await findAnswer(brand, undefined))?.text).toBe('{"name":"Sunny"}')
})

it('keeps no other call, nothing for another center, and nothing asked with a token', async () => {
  await call('GET /user-s/acc/security')
  await call(NAME, plant, { token: 'abc' })
  await call(NAME, plant, { center: 'CHINA' })
  isReachable = false
  await expect(call('GET /user-s/acc/security')).rejects.toThrow()
  await expect(call(NAME, plant)).rejects.toThrow()
})

it('is empty after the sign-out and after a week', async () => {
  await call(NAME, plant)
  await settle()
  isReachable = false
  vi.setSystemTime(Date.now() + 8 * DAY)
  await expect(call(NAME, plant)).rejects.toThrow()
  vi.setSystemTime(Date.now() - 8 * DAY)
  expect(await call(NAME, plant)).toEqual({ value: 1 })
  await forgetAnswers()
  await expect(call(NAME, plant)).rejects.toThrow()
})

it('keeps nothing that came just before the sign-out', async () => {
  await call(NAME, plant)
  await forgetAnswers()
  await call(NAME, { params: { id: 8 } })
  await settle('GET /maintain-s/operating/system/8')
  expect(await findAnswer('GET /maintain-s/operating/system/7', undefined)).toBeUndefined()
})

it('keeps nothing that a session asked for and the next one heard', async () => {
  const asked = call(NAME, plant)
  await forgetAnswers()
  await asked
  await call(NAME, { params: { id: 8 } })
  await settle('GET /maintain-s/operating/system/8')
  expect(await findAnswer('GET /maintain-s/operating/system/7', undefined)).toBeUndefined()
})

it('keeps 150 answers, the newest ones', async () => {
  for (let id = 0; id < 152; id++) await keepAnswer(NAME, `GET /maintain-s/operating/system/${id}`, undefined, '{}')
  expect(await findAnswer('GET /maintain-s/operating/system/1', undefined)).toBeUndefined()
  expect(await findAnswer('GET /maintain-s/operating/system/151', undefined)).toBeDefined()
})

it('lets the age of a plant’s values go on', async () => {
  setTransport({ token: undefined })
  const s = Date.now() / 1000
  const wire = { lastUpdateTime: s - 60, serverTime: s, nodes: [], equipment: {}, reason: {}, intervalS: 300 }
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(wire))
  })
  const age = ({ serverAtMs, sampledAtMs }: Awaited<ReturnType<typeof fetchNow>>) => serverAtMs - (sampledAtMs ?? 0)
  const live = await fetchNow(7)
  expect([age(live), live.isKept]).toEqual([60_000, undefined])
  await settle('GET /maintain-s/fast/system/7')
  isReachable = false
  vi.setSystemTime(Date.now() + 600_000)
  const kept = await fetchNow(7)
  expect([age(kept), kept.isKept]).toEqual([660_000, true])
})
