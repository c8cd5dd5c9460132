import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLiveHub } from './live-hub.ts'

const log = pino({ level: 'silent' })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A hub whose events count the computations. */
function makeHub() {
  let reads = 0
  const hub = createLiveHub({ read: async (plantId) => `${plantId}:${++reads}`, log })
  return { hub, reads: () => reads }
}

it('sends at most two events a second per plant, the last change included', async () => {
  const { hub, reads } = makeHub()
  const seen: string[] = []
  hub.subscribe(7, (event) => seen.push(event))
  for (let at = 0; at < 3000; at += 50) {
    hub.publish([7, 8])
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(seen.length).toBeGreaterThanOrEqual(5)
  expect(seen.length).toBeLessThanOrEqual(7)
  hub.publish([7])
  await vi.advanceTimersByTimeAsync(500)
  expect(seen.at(-1)).toBe(`7:${reads()}`)
})

it('computes once for all viewers of a plant, and not without viewers', async () => {
  const { hub, reads } = makeHub()
  const seen: string[] = []
  const leave = [1, 2, 3].map((viewer) => hub.subscribe(7, (event) => seen.push(`${viewer}=${event}`)))
  hub.publish([7, 9, 10])
  await vi.advanceTimersByTimeAsync(1000)
  expect(seen).toEqual(['1=7:1', '2=7:1', '3=7:1'])
  const both = await Promise.all([hub.current(7), hub.current(7)])
  expect(both).toEqual(['7:2', '7:2'])
  for (const one of leave) one()
  hub.publish([7])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(reads()).toBe(2)
  expect(hub.viewerCount()).toBe(0)
})

it('computes again when something changed during a computation', async () => {
  let finish: (() => void) | undefined
  let state = 'old'
  const read = vi.fn(async () => {
    const seen = state
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return seen
  })
  const hub = createLiveHub({ read, log })
  const seen: string[] = []
  hub.subscribe(1, (event) => seen.push(event))
  hub.publish([1])
  await vi.advanceTimersByTimeAsync(500)
  expect(read).toHaveBeenCalledTimes(1)
  state = 'new'
  hub.publish([1])
  finish?.()
  await vi.advanceTimersByTimeAsync(500)
  finish?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['old', 'new'])
})

it('continues after a failed computation, and refreshes by itself', async () => {
  const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no database')).mockResolvedValue('fine')
  const hub = createLiveHub({ read, log, refreshMs: 10_000 })
  const seen: string[] = []
  hub.subscribe(1, (event) => seen.push(event))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(seen).toEqual(['fine'])
  hub.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(2)
})
