import { beforeEach, expect, it } from 'vitest'
import { type AckClock, type ClockDoubt, createAckClock } from './ack-clock.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
let wallMs: number
let steadyMs: number
let doubts: (ClockDoubt | undefined)[]
const open = (newestMs?: number): AckClock =>
  createAckClock({ now: () => wallMs, steadyMs: () => steadyMs, newestMs, onDoubt: (doubt) => doubts.push(doubt) })
const pass = (ms: number, wall = ms): void => {
  steadyMs += ms
  wallMs += wall
}
beforeEach(() => {
  wallMs = startMs
  steadyMs = 5_000
  doubts = []
})

it('tells the time of a clock that runs, also one that is corrected little by little', () => {
  const clock = open(startMs - MINUTE_MS)
  for (let at = 0; at < 200; at += 1) {
    pass(10 * MINUTE_MS, 10 * MINUTE_MS + 3_000)
    expect(clock.read()).toBe(wallMs)
  }
  expect([clock.isDoubted(), doubts]).toEqual([false, []])
})

it.each([3 * DAY_MS, -40 * DAY_MS, 2 * MINUTE_MS])('goes on without a jump of %d ms, and says so once', (jump) => {
  const clock = open()
  pass(MINUTE_MS)
  clock.read()
  wallMs += jump
  pass(MINUTE_MS)
  expect(clock.read()).toBe(startMs + 2 * MINUTE_MS)
  expect(clock.isDoubted()).toBe(true)
  expect(doubts).toEqual([{ wallMs: startMs + 2 * MINUTE_MS + jump, expectedMs: startMs + 2 * MINUTE_MS }])
  // Loggers that were told this time agree with it.
  clock.hear(startMs + 2 * MINUTE_MS)
  pass(MINUTE_MS)
  expect(clock.read()).toBe(startMs + 3 * MINUTE_MS)
  // Set back, the clock is believed at once.
  wallMs -= jump
  expect([clock.read(), clock.isDoubted()]).toEqual([wallMs, false])
  expect(doubts.slice(1)).toEqual([undefined])
})

it('believes a jump that the clock of a logger confirms', () => {
  const clock = open()
  wallMs += 3 * 3_600_000
  expect(clock.isDoubted()).toBe(true)
  clock.hear(startMs + DAY_MS)
  expect(clock.isDoubted()).toBe(true)
  clock.hear(wallMs - 2 * MINUTE_MS)
  expect([clock.read(), clock.isDoubted()]).toEqual([wallMs, false])
})

it('does not go back behind the time at which loggers were heard', () => {
  const clock = open(startMs + 40 * DAY_MS)
  expect([clock.read(), clock.isDoubted()]).toEqual([startMs + 40 * DAY_MS, true])
  wallMs += 40 * DAY_MS + 5_000
  expect([clock.read(), clock.isDoubted()]).toEqual([wallMs, false])
})

it('starts with a clock that is a little behind the last one, as another node has it', () => {
  expect(open(startMs + 2 * MINUTE_MS).read()).toBe(startMs)
  expect(doubts).toEqual([])
})

it('believes a clock that ran on for a day', () => {
  const clock = open()
  wallMs += DAY_MS
  clock.read()
  pass(DAY_MS - MINUTE_MS)
  expect(clock.isDoubted()).toBe(true)
  wallMs += 10 * MINUTE_MS
  pass(MINUTE_MS)
  expect(clock.isDoubted()).toBe(true)
  pass(DAY_MS)
  expect(clock.isDoubted()).toBe(false)
})
