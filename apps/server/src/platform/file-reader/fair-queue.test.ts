import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const limits = { waitingOfAccount: 3, waiting: 6, waitingBytes: 100, processes: 2, rememberedMs: 1_000 }
type Job = { account: string; bytes: number; name: string }
const job = (name: string, bytes = 1): Job => ({ account: name.slice(0, 1), bytes, name })
let nowMs = 0
const start = () => {
  nowMs = 0
  return createFairQueue<Job>(limits, () => nowMs)
}

it('reads one file of an account at a time, and of the others beside it', () => {
  const queue = start()
  for (const name of ['a1', 'a2', 'b1', 'c1']) queue.join(job(name))
  const [first, second] = [queue.next(), queue.next()]
  expect([first?.name, second?.name, queue.next()]).toEqual(['a1', 'b1', undefined])
  if (second) queue.done(second)
  expect(queue.next()?.name).toBe('c1')
})

it('serves an account first whose files have cost less, for a while', () => {
  const queue = start()
  queue.join(job('a1'))
  const costly = queue.next()
  nowMs = 500
  if (costly) queue.done(costly)
  queue.join(job('a2'))
  queue.join(job('b1'))
  expect(queue.next()?.name).toBe('b1')
  nowMs = 2_000
  queue.join(job('c1'))
  expect(queue.next()?.name).toBe('a2')
})

it('turns away a flood: of one account, of many, of bytes', () => {
  const queue = start()
  expect(['a1', 'a2', 'a3', 'a4'].map((name) => queue.join(job(name)))).toEqual([true, true, true, false])
  expect(['b1', 'b2', 'c1', 'd1'].map((name) => queue.join(job(name)))).toEqual([true, true, true, false])
  const other = start()
  expect([other.join(job('a1', 60)), other.join(job('b1', 60)), other.join(job('c1', 40))]).toEqual([true, false, true])
})

it('forgets who leaves', () => {
  const queue = start()
  const one = job('a1')
  queue.join(one)
  expect([queue.leave(one), queue.leave(one), queue.next()]).toEqual([true, false, undefined])
})

it('keeps a file that was accepted before, however many of its sender wait', () => {
  const queue = createFairQueue<Job & { mostWaiting?: number }>(limits, () => nowMs)
  for (const name of ['a1', 'a2', 'a3']) expect(queue.join(job(name))).toBe(true)
  expect(queue.join({ ...job('a4'), mostWaiting: limits.waiting })).toBe(true)
  expect(queue.join(job('a5'))).toBe(false)
})
