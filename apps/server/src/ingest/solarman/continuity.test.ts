import type { TimeFields } from '@heliograph/devices/wire/solarman-v5/time.ts'
import { describe, expect, test } from 'vitest'
import type { Sight } from '../wire.ts'
import { judgeContinuity, readTrust, trustOf } from './continuity.ts'

const startMs = Date.parse('2026-06-01T10:00:00Z')
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const home = '203.0.113.0'
const abroad = '198.51.100.0'

/** A stick with its clocks, and what is known of it; `ageS`: how long it has run when the test begins. */
function createStick(ageS = 5_000_000) {
  let trust: unknown
  let totalS = ageS
  let bootS = ageS
  const tell = (kind: Sight['kind'], atMs: number, more: Partial<Sight> & { time?: Partial<TimeFields> } = {}) => {
    const time = { totalS, poweronS: totalS - bootS, offsetS: Math.round(atMs / 1000) - totalS, ...more.time }
    const verdict = judgeContinuity(trust, {
      kind,
      clue: kind === 'other' ? undefined : time,
      receivedAtMs: atMs,
      place: home,
      isLineProven: undefined,
      intervalMinutes: 5,
      policy: { isStrict: false, isListed: undefined },
      ...more,
    })
    trust = verdict.trust
    return verdict
  }
  let nowMs = startMs
  return {
    tell,
    /** Runs on, sending every five minutes; whether everything was believed. */
    run: (minutes: number, more: Partial<Sight> = {}): boolean => {
      let isProven = true
      for (let passed = 0; passed < minutes; passed += 5) {
        nowMs += 5 * minuteMs
        totalS += 300
        isProven = tell('live', nowMs, more).isProven && isProven
      }
      return isProven
    },
    /** Without power for so long; it wakes with a handshake. @param lostS of its run time, not kept at the cut */
    rest: (hours: number, lostS = 0) => {
      nowMs += hours * hourMs
      totalS -= lostS
      bootS = totalS
      totalS += 16
      return tell('handshake', nowMs)
    },
    /** Runs on in silence. */
    pass: (hours: number) => {
      nowMs += hours * hourMs
      totalS += hours * 3_600
    },
    /** Its memory is gone. */
    reset: () => {
      totalS = 16
      bootS = 0
    },
    nowMs: () => nowMs,
    trust: () => readTrust(trust),
  }
}

describe('a healthy logger', () => {
  test('is trusted from its first frame on', () => {
    expect(createStick().run(24 * 60)).toBe(true)
  })

  test.each([
    ['nights without power', 14, 0],
    ['a power cut that cost half an hour of its run time', 0.1, 1_800],
    ['a firmware update', 0.02, 60],
    ['a winter without power', 24 * 90, 0],
  ])('continues after %s', (_, hours, lostS) => {
    const stick = createStick()
    for (let times = 0; times < 20; times += 1) {
      expect(stick.run(600)).toBe(true)
      expect(stick.rest(hours, lostS).isProven).toBe(true)
    }
  })

  test('restarts every minute, as one recorded in 2021 did', () => {
    const stick = createStick()
    for (let times = 0; times < 300; times += 1) expect(stick.rest(0.015).isProven).toBe(true)
  })

  test.each([home, abroad, 'private'])("continues from %s at any provider's address", (place) => {
    const stick = createStick()
    stick.run(60)
    expect(stick.run(60, { place })).toBe(true)
    expect(stick.trust().places[0]).toBe(place)
  })

  test('runs on while offline, and delivers its buffered records', () => {
    const stick = createStick()
    stick.run(60)
    const silentMs = stick.nowMs()
    stick.pass(10)
    stick.run(5)
    const time = { offsetS: Math.round(silentMs / 1000) + 3_600 - 5_000_000, totalS: 5_000_000 }
    expect(stick.tell('buffered', stick.nowMs(), { time, isLineProven: true }).isProven).toBe(true)
  })

  test('without a synchronized clock is trusted as well', () => {
    const stick = createStick()
    for (let n = 0; n < 5; n += 1)
      expect(stick.tell('live', stick.nowMs(), { time: { offsetS: 0 } }).isProven).toBe(true)
  })
})

describe('a logger that lost its memory', () => {
  const lost = () => {
    const stick = createStick()
    stick.run(60)
    stick.pass(1)
    stick.reset()
    return stick
  }

  test('is doubted, and trusted after a day as the only sender', () => {
    const stick = lost()
    expect(stick.run(23 * 60)).toBe(false)
    stick.run(60)
    stick.pass(0.1)
    expect(stick.run(5)).toBe(true)
  })

  test('says from when on its records are trusted then', () => {
    const stick = lost()
    stick.run(5)
    const sinceMs = stick.nowMs()
    stick.pass(24)
    stick.pass(0.1)
    const { believedSinceMs } = stick.tell('live', stick.nowMs())
    expect(believedSinceMs).toBe(sinceMs)
  })

  test('is not trusted by time alone at a new place', () => {
    const stick = lost()
    expect(stick.run(72 * 60, { place: abroad })).toBe(false)
    stick.run(5, { place: abroad })
    expect(stick.tell('live', stick.nowMs(), { place: abroad }).isProven).toBe(false)
  })

  test('is not trusted while the earlier logger still sends', () => {
    const stick = createStick()
    stick.run(60)
    for (let hour = 0; hour < 48; hour += 1) {
      expect(stick.run(60)).toBe(true)
      const time = { totalS: 1_000 + hour * 3_600, poweronS: 1_000 + hour * 3_600 }
      expect(stick.tell('live', stick.nowMs(), { time }).isProven).toBe(false)
    }
  })
})

test('a record of the boot before, read late, is doubted but no second sender', () => {
  const stick = createStick()
  stick.run(60)
  const before = { totalS: 5_003_590, poweronS: 3_590 }
  stick.rest(0.05)
  for (let times = 0; times < 2; times += 1)
    expect(stick.tell('live', stick.nowMs(), { time: before, isLineProven: times === 0 })).toMatchObject({
      isProven: false,
      isDuplicate: false,
    })
  stick.pass(1)
  expect(stick.tell('live', stick.nowMs(), { time: before })).toMatchObject({ isDuplicate: true })
})

describe('a forger', () => {
  const forged = { totalS: 123_456, poweronS: 300 }

  test.each(['handshake', 'live', 'buffered'] as const)('with only the serial number is doubted (%s)', (kind) => {
    const stick = createStick()
    stick.run(60)
    expect(stick.tell(kind, stick.nowMs(), { time: forged, place: abroad })).toMatchObject({
      isProven: false,
      isDuplicate: true,
    })
    expect(stick.run(60)).toBe(true)
  })

  test('a sender that guesses clocks is ignored for the rest of the day', () => {
    const stick = createStick()
    stick.run(60)
    for (let n = 0; n < 300; n += 1) stick.tell('live', stick.nowMs(), { time: forged, place: abroad })
    expect(stick.tell('live', stick.nowMs(), { place: abroad }).isProven).toBe(false)
    expect(stick.run(60)).toBe(true)
    stick.pass(24)
    expect(stick.run(5, { place: abroad })).toBe(true)
  })

  test('guessed clocks do not lock out the logger', () => {
    const stick = createStick()
    stick.run(60)
    const lucky = { totalS: 5_003_700, poweronS: 20 }
    expect(stick.tell('live', stick.nowMs(), { time: lucky, place: abroad }).isProven).toBe(true)
    expect(stick.run(60)).toBe(true)
  })

  test.each([
    ['a time in which the stick was heard, from a new place', abroad, 0.5, false],
    ['the same from the place where it always was', home, 0.5, true],
    ['a time before it was ever heard, in its first week', abroad, 400 * 24, true],
  ])('who guessed the clocks claims %s', (_, place, hoursAgo, isProven) => {
    const stick = createStick()
    stick.run(6 * 60)
    stick.run(5, { place })
    const offsetS = Math.round(stick.nowMs() / 1000 - hoursAgo * 3_600) - 5_000_000
    const time = { totalS: 5_000_000, offsetS }
    expect(stick.tell('buffered', stick.nowMs(), { time, place, isLineProven: true }).isProven).toBe(isProven)
  })
})

describe("the owner's settings", () => {
  test('an unlisted address is doubted, a listed one is not', () => {
    const stick = createStick()
    const policy = (isListed: boolean) => ({ policy: { isStrict: false, isListed } })
    expect(stick.run(10, policy(true))).toBe(true)
    expect(stick.run(10, policy(false))).toBe(false)
    expect(stick.tell('other', stick.nowMs(), policy(false)).isProven).toBe(false)
  })

  test('strict: only earlier places', () => {
    const stick = createStick()
    const strict = { policy: { isStrict: true, isListed: undefined } }
    expect(stick.run(10, strict)).toBe(true)
    expect(stick.run(10, { ...strict, place: abroad })).toBe(false)
    expect(stick.run(10, strict)).toBe(true)
  })
})

test('of whom nothing but the place is known, the first from there is believed', () => {
  const known = trustOf({ places: [home], seenMs: startMs, bootBaseS: null, totalS: null, misfits: 3 })
  const time = (totalS: number): TimeFields => ({ totalS, poweronS: 60, offsetS: startMs / 1000 - totalS })
  const sight = {
    kind: 'live',
    receivedAtMs: startMs,
    isLineProven: undefined,
    intervalMinutes: 5,
    policy: { isStrict: false, isListed: undefined },
  } as const
  for (const kind of ['live', 'handshake', 'buffered'] as const) {
    const forged = judgeContinuity(known, { ...sight, kind, clue: time(7_777_777), place: abroad })
    expect(forged.isProven).toBe(false)
    const own = judgeContinuity(forged.trust, { ...sight, clue: time(5_000_000), place: home })
    expect(own.isProven).toBe(true)
    expect(judgeContinuity(own.trust, { ...sight, clue: time(7_777_777), place: abroad }).isProven).toBe(false)
  }
})
