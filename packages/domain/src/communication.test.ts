import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRecords, countRestarts, type DueWindow, gapCause, receivedPercent } from './communication.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const day = { fromMs: 0, toMs: 24 * HOUR }
const always: DueWindow = { ...day, beginsAtDawn: false, endsAtDusk: false }
const sunny: DueWindow = { fromMs: 8 * HOUR, toMs: 16 * HOUR, beginsAtDawn: true, endsAtDusk: true }
const every = (intervalMs: number, fromMs: number, toMs: number) =>
  Array.from({ length: Math.ceil((toMs - fromMs) / intervalMs) }, (_, i) => fromMs + i * intervalMs)
const count = (instants: readonly number[], options: Partial<Parameters<typeof countRecords>[0]> = {}) =>
  countRecords({ instants, day, intervalMs: 5 * MINUTE, windows: [always], untilMs: 25 * HOUR, ...options })

describe('the records of a day', () => {
  it('are 288 of 288 at five minutes', () => {
    expect(count(every(5 * MINUTE, -HOUR, 25 * HOUR))).toEqual({ expected: 288, received: 288, gaps: [] })
  })

  it('of a healthy stick agree, whatever its interval, phase and jitter', () => {
    const stick = fc.record({
      intervalS: fc.integer({ min: 30, max: 3_600 }),
      phase: fc.double({ min: 0, max: 0.999, noNaN: true }),
      jitter: fc.double({ min: 0, max: 0.2, noNaN: true }),
      days: fc.constantFrom(23, 24, 25),
    })
    fc.assert(
      fc.property(stick, fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })), (options, noise) => {
        const intervalMs = options.intervalS * 1000
        const length = options.days * HOUR
        const at = every(intervalMs, -3 * intervalMs + options.phase * intervalMs, length + 3 * intervalMs)
        const jittered = at.map((atMs) => atMs + (noise.next().value ?? 0) * options.jitter * intervalMs)
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
          const intervalMs = minutes * MINUTE
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
      gaps: [{ fromMs: 0, toMs: 24 * HOUR, records: 288 }],
    })
  })

  it('of a day beside a dead one are complete, and lack nothing twice', () => {
    const instants = every(5 * MINUTE, 0, day.toMs)
    expect(count(instants)).toMatchObject({ expected: 288, received: 288 })
    const next = { fromMs: day.toMs, toMs: 2 * day.toMs }
    expect(count(instants, { day: next, windows: [{ ...always, ...next }], untilMs: 50 * HOUR }).expected).toBe(288)
    expect(count(every(5 * MINUTE, 12 * HOUR, 14 * HOUR)).expected).toBe(288)
  })

  it('have gaps from the last record to the next', () => {
    const found = count(every(5 * MINUTE, -HOUR, 25 * HOUR).filter((atMs) => atMs < 10 * HOUR || atMs >= 12 * HOUR))
    expect(found).toEqual({
      expected: 288,
      received: 264,
      gaps: [{ fromMs: 10 * HOUR - 5 * MINUTE, toMs: 12 * HOUR, records: 24 }],
    })
  })

  it('so far lack only what is due by now', () => {
    const instants = every(5 * MINUTE, 0, 10 * HOUR)
    expect(count(instants, { untilMs: 10 * HOUR + MINUTE }).gaps).toEqual([])
    expect(count(instants, { untilMs: 10 * HOUR + 2 * MINUTE }).gaps).toEqual([])
    expect(count(instants, { untilMs: 11 * HOUR }).gaps).toMatchObject([{ records: 12 }])
  })

  it('are not expected at night, nor within an hour of dawn and dusk', () => {
    const options = { windows: [sunny] }
    expect(count(every(5 * MINUTE, 8.5 * HOUR, 15.5 * HOUR), options)).toMatchObject({ expected: 84, gaps: [] })
    expect(count(every(5 * MINUTE, 10 * HOUR, 15.5 * HOUR), options).gaps).toMatchObject([
      { fromMs: 8 * HOUR, toMs: 10 * HOUR, records: 24 },
    ])
    // What comes before the window counts on both sides.
    expect(count(every(5 * MINUTE, 7 * HOUR, 16 * HOUR), options)).toMatchObject({ expected: 108, received: 108 })
    expect(count([], { windows: [] })).toEqual({ expected: 0, received: 0, gaps: [] })
  })
})

describe('the cause of a gap', () => {
  const gap = { fromMs: 10 * HOUR, toMs: 12 * HOUR }
  const silent = { outages: [], boots: [], isHeard: () => false }

  it('is our own outage, a restart, the device, or the link', () => {
    expect(gapCause(gap, silent)).toBe('link')
    expect(gapCause(gap, { ...silent, isHeard: () => true })).toBe('device')
    expect(gapCause(gap, { ...silent, boots: [11.9 * HOUR] })).toBe('power')
    expect(gapCause(gap, { ...silent, boots: [12.1 * HOUR] })).toBe('power')
    expect(gapCause(gap, { ...silent, boots: [9 * HOUR, 13 * HOUR] })).toBe('link')
    const outages = [{ fromMs: 10.5 * HOUR, toMs: 11.6 * HOUR }]
    expect(gapCause(gap, { ...silent, outages, boots: [11.9 * HOUR] })).toBe('server')
    expect(gapCause(gap, { ...silent, outages: [{ fromMs: 11 * HOUR, toMs: 11.5 * HOUR }] })).toBe('link')
  })

  it('is not known where nobody listened', () => {
    expect(gapCause(gap, { ...silent, isHeard: () => undefined })).toBe('unknown')
  })
})

describe('restarts', () => {
  it('are starts in the time in which records are due, each once', () => {
    expect(countRestarts([3 * HOUR, 3 * HOUR + MINUTE, 9 * HOUR], [always])).toBe(2)
    expect(countRestarts([], [always])).toBe(0)
  })

  it('are not the wake-up of a stick that the panels power', () => {
    expect(countRestarts([7 * HOUR, 8.5 * HOUR, 17 * HOUR], [sunny])).toBe(0)
    expect(countRestarts([8.5 * HOUR, 12 * HOUR], [sunny])).toBe(1)
  })
})

it('the share of received records is unknown where none was expected', () => {
  expect([receivedPercent(3, 4), receivedPercent(0, 0)]).toEqual([75, null])
})
