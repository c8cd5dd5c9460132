import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRecords, countRestarts, type DueWindow, gapCause, receivedPercent } from './communication.ts'

const minute = 60_000
const hour = 60 * minute
const day = { fromMs: 0, toMs: 24 * hour }
const always: DueWindow = { ...day, beginsAtDawn: false, endsAtDusk: false }
const sunny: DueWindow = { fromMs: 8 * hour, toMs: 16 * hour, beginsAtDawn: true, endsAtDusk: true }
const every = (intervalMs: number, fromMs: number, toMs: number) =>
  Array.from({ length: Math.ceil((toMs - fromMs) / intervalMs) }, (_, i) => fromMs + i * intervalMs)
const count = (instants: readonly number[], given: Partial<Parameters<typeof countRecords>[0]> = {}) =>
  countRecords({ instants, day, intervalMs: 5 * minute, windows: [always], untilMs: 25 * hour, ...given })

describe('the records of a day', () => {
  it('are 288 of 288 at five minutes', () => {
    expect(count(every(5 * minute, -hour, 25 * hour))).toEqual({ expected: 288, received: 288, gaps: [] })
  })

  it('of a healthy stick agree, whatever its interval, phase and jitter', () => {
    const stick = fc.record({
      intervalS: fc.integer({ min: 30, max: 3_600 }),
      phase: fc.double({ min: 0, max: 0.999, noNaN: true }),
      jitter: fc.double({ min: 0, max: 0.2, noNaN: true }),
      days: fc.constantFrom(23, 24, 25),
    })
    fc.assert(
      fc.property(stick, fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })), (given, noise) => {
        const intervalMs = given.intervalS * 1000
        const length = given.days * hour
        const at = every(intervalMs, -3 * intervalMs + given.phase * intervalMs, length + 3 * intervalMs)
        const jittered = at.map((atMs) => atMs + (noise.next().value ?? 0) * given.jitter * intervalMs)
        const whole = { fromMs: 0, toMs: length }
        const windows = [{ ...always, ...whole }]
        const found = countRecords({ instants: jittered, day: whole, intervalMs, windows, untilMs: 2 * length })
        expect(found.gaps).toEqual([])
        expect(found.received).toBe(found.expected)
        expect(Math.abs(found.received - length / intervalMs)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 60 },
    )
  })

  it('lack exactly the lost ones, wherever they are lost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 30 }),
        (minutes, lost) => {
          const intervalMs = minutes * minute
          const all = every(intervalMs, -2 * intervalMs, day.toMs + 2 * intervalMs)
          const own = all.filter((atMs) => atMs >= 0 && atMs < day.toMs)
          // The neighbors outside the day are there.
          const gone = new Set(lost.filter((n) => n < own.length).map((n) => own[n]))
          const found = count(
            all.filter((atMs) => !gone.has(atMs)),
            { intervalMs },
          )
          expect([found.expected, found.received]).toEqual([own.length, own.length - gone.size])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('of a day without any are all missing', () => {
    expect(count([])).toEqual({
      expected: 288,
      received: 0,
      gaps: [{ fromMs: 0, toMs: 24 * hour, records: 288 }],
    })
  })

  it('of a day beside a dead one are complete, and lack nothing twice', () => {
    const instants = every(5 * minute, 0, day.toMs)
    expect(count(instants)).toMatchObject({ expected: 288, received: 288 })
    const next = { fromMs: day.toMs, toMs: 2 * day.toMs }
    expect(count(instants, { day: next, windows: [{ ...always, ...next }], untilMs: 50 * hour }).expected).toBe(288)
    expect(count(every(5 * minute, 12 * hour, 14 * hour)).expected).toBe(288)
  })

  it('have gaps from the last record to the next', () => {
    const found = count(every(5 * minute, -hour, 25 * hour).filter((atMs) => atMs < 10 * hour || atMs >= 12 * hour))
    expect(found).toEqual({
      expected: 288,
      received: 264,
      gaps: [{ fromMs: 10 * hour - 5 * minute, toMs: 12 * hour, records: 24 }],
    })
  })

  it('so far lack only what is due by now', () => {
    const instants = every(5 * minute, 0, 10 * hour)
    expect(count(instants, { untilMs: 10 * hour + minute }).gaps).toEqual([])
    expect(count(instants, { untilMs: 10 * hour + 2 * minute }).gaps).toEqual([])
    expect(count(instants, { untilMs: 11 * hour }).gaps).toMatchObject([{ records: 12 }])
  })

  it('are not expected at night, nor within an hour of dawn and dusk', () => {
    const given = { windows: [sunny] }
    expect(count(every(5 * minute, 8.5 * hour, 15.5 * hour), given)).toMatchObject({ expected: 84, gaps: [] })
    expect(count(every(5 * minute, 10 * hour, 15.5 * hour), given).gaps).toMatchObject([
      { fromMs: 8 * hour, toMs: 10 * hour, records: 24 },
    ])
    // What comes before the window counts on both sides.
    expect(count(every(5 * minute, 7 * hour, 16 * hour), given)).toMatchObject({ expected: 108, received: 108 })
    expect(count([], { windows: [] })).toEqual({ expected: 0, received: 0, gaps: [] })
  })
})

describe('the cause of a gap', () => {
  const gap = { fromMs: 10 * hour, toMs: 12 * hour }
  const silent = { outages: [], boots: [], isHeard: () => false }

  it('is our own outage, a restart, the device, or the link', () => {
    expect(gapCause(gap, silent)).toBe('link')
    expect(gapCause(gap, { ...silent, isHeard: () => true })).toBe('device')
    expect(gapCause(gap, { ...silent, boots: [11.9 * hour] })).toBe('power')
    expect(gapCause(gap, { ...silent, boots: [12.1 * hour] })).toBe('power')
    expect(gapCause(gap, { ...silent, boots: [9 * hour, 13 * hour] })).toBe('link')
    const outages = [{ fromMs: 10.5 * hour, toMs: 11.6 * hour }]
    expect(gapCause(gap, { ...silent, outages, boots: [11.9 * hour] })).toBe('server')
    expect(gapCause(gap, { ...silent, outages: [{ fromMs: 11 * hour, toMs: 11.5 * hour }] })).toBe('link')
  })

  it('is not known where nobody listened', () => {
    expect(gapCause(gap, { ...silent, isHeard: () => undefined })).toBe('unknown')
  })
})

describe('restarts', () => {
  it('are starts in the time in which records are due, each once', () => {
    expect(countRestarts([3 * hour, 3 * hour + minute, 9 * hour], [always])).toBe(2)
    expect(countRestarts([], [always])).toBe(0)
  })

  it('are not the wake-up of a stick that the panels power', () => {
    expect(countRestarts([7 * hour, 8.5 * hour, 17 * hour], [sunny])).toBe(0)
    expect(countRestarts([8.5 * hour, 12 * hour], [sunny])).toBe(1)
  })
})

it('the share of received records is unknown where none was expected', () => {
  expect([receivedPercent(3, 4), receivedPercent(0, 0)]).toEqual([75, null])
})
