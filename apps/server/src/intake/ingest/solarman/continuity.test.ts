import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import { describe, expect, test } from 'vitest'
import type { Agreement } from '../device-agreement.ts'
import type { Findings, Sight } from '../sender-trust.ts'
import { denyCandidates, judgeContinuity, vouchForCandidate } from './continuity.ts'
import { readTrust, trustOf } from './trust-state.ts'

const startMs = Date.parse('2026-06-01T10:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const HOME = '203.0.113.0'
const ABROAD = '198.51.100.0'

const unheard: Findings = { isTriedOut: false, isRepeated: false, agreement: undefined }
const agreed = (more: Partial<Agreement> = {}): Pick<Sight, 'findings'> => ({
  findings: { ...unheard, agreement: { serial: 'A1', fits: true, lifetime: [1e-5], daily: [], ...more } },
})
const triedOut: Pick<Sight, 'findings'> = { findings: { ...unheard, isTriedOut: true } }

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
      place: HOME,
      isLineProven: undefined,
      intervalS: 300,
      policy: { isStrict: false, isListed: undefined },
      findings: unheard,
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
        nowMs += 5 * MINUTE_MS
        totalS += 300
        isProven = tell('live', nowMs, more).isProven && isProven
      }
      return isProven
    },
    /** Without power for so long; it wakes with a handshake. @param lostS of its run time, not kept at the cut */
    rest: (hours: number, lostS = 0, more: Partial<Sight> = {}) => {
      nowMs += hours * HOUR_MS
      totalS -= lostS
      bootS = totalS
      totalS += 16
      return tell('handshake', nowMs, more)
    },
    /** Runs on in silence. */
    pass: (hours: number) => {
      nowMs += hours * HOUR_MS
      totalS += hours * 3_600
    },
    /** Its memory is gone. */
    reset: () => {
      totalS = 16
      bootS = 0
    },
    nowMs: () => nowMs,
    trust: () => readTrust(trust),
    decide: (judge: (trust: unknown) => unknown) => {
      trust = judge(trust)
    },
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

  test.each([HOME, ABROAD, 'private'])("continues from %s at any provider's address", (place) => {
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
    expect(stick.tell('live', stick.nowMs()).believed).toEqual({ sinceMs, places: [HOME] })
  })

  test('is trusted after a day as the only sender elsewhere, with all its records', () => {
    const stick = lost()
    stick.run(5, { place: ABROAD })
    const sinceMs = stick.nowMs()
    expect(stick.run(24 * 60 - 10, { place: ABROAD })).toBe(false)
    stick.pass(0.2)
    expect(stick.tell('live', stick.nowMs(), { place: ABROAD })).toMatchObject({
      isProven: true,
      believed: { sinceMs, places: [ABROAD] },
    })
  })

  test('is trusted at once by what its device says', () => {
    expect(lost().run(5, agreed())).toBe(true)
    expect(lost().run(5, { place: ABROAD, ...agreed() })).toBe(true)
  })

  test('is not trusted by time where its owner said that it is somebody else', () => {
    const stick = lost()
    stick.run(60, { place: ABROAD })
    stick.decide(denyCandidates)
    expect(stick.run(72 * 60, { place: ABROAD })).toBe(false)
    stick.run(5, { place: ABROAD })
    stick.decide(vouchForCandidate)
    expect(stick.run(60, { place: ABROAD })).toBe(true)
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
    expect(stick.tell(kind, stick.nowMs(), { time: forged, place: ABROAD })).toMatchObject({
      isProven: false,
      isDuplicate: true,
    })
    expect(stick.run(60)).toBe(true)
  })

  test('locks the logger out of no network, however often it guesses', () => {
    const stick = createStick()
    stick.run(60)
    for (let n = 0; n < 310; n += 1)
      stick.tell('handshake', stick.nowMs(), { time: { totalS: n * 4_000, poweronS: 300 }, place: '192.0.2.66' })
    expect(stick.run(60, { place: ABROAD })).toBe(true)
  })

  test('who guesses a later boot is not believed elsewhere', () => {
    const stick = createStick()
    stick.run(60)
    const lucky = { totalS: 5_003_700, poweronS: 20 }
    for (const kind of ['handshake', 'live', 'buffered'] as const)
      expect(stick.tell(kind, stick.nowMs(), { time: lucky, place: ABROAD }).isProven).toBe(false)
    expect(stick.run(60)).toBe(true)
  })

  test('who guesses the boot, and not how long it runs, is not believed', () => {
    const stick = createStick()
    stick.run(60)
    for (const totalS of [5_000_000, 5_003_400, 5_004_000])
      expect(
        stick.tell('live', stick.nowMs(), { time: { totalS, poweronS: totalS - 5_000_000 }, place: ABROAD }).isProven,
      ).toBe(false)
  })

  test('a tried-out network is not believed with the very boot that runs', () => {
    const stick = createStick()
    stick.run(60)
    expect(stick.run(60, { place: ABROAD, ...triedOut })).toBe(false)
    expect(stick.run(60, triedOut)).toBe(true)
  })

  test('a record that is stored already proves nothing elsewhere', () => {
    const stick = createStick()
    stick.run(60)
    const findings = { ...agreed().findings, isRepeated: true } as Findings
    expect(stick.tell('live', stick.nowMs(), { place: ABROAD, findings }).isProven).toBe(false)
  })

  test.each([
    ['counters that do not go on', { fits: false }],
    ['a device that the plant does not have', { fits: undefined }],
    ['a lifetime of next to nothing', { lifetime: [1], daily: [1e-9] }],
    ['counters that many a guess would hit', { lifetime: [0.01] }],
  ])('with %s is not believed at once', (_, more) => {
    const stick = createStick()
    stick.run(60)
    const time = { totalS: 7_777_777, poweronS: 20 }
    expect(stick.tell('live', stick.nowMs(), { time, place: ABROAD, ...agreed(more) }).isProven).toBe(false)
  })

  test('who tries counters of the right device meets a narrower bound each time', () => {
    const stick = createStick()
    stick.run(60)
    const time = { totalS: 7_777_777, poweronS: 20 }
    const tell = (more: Partial<Agreement>) =>
      stick.tell('live', stick.nowMs(), { time, place: ABROAD, ...agreed(more) }).isProven
    for (let n = 0; n < 5; n += 1) expect(tell({ fits: false })).toBe(false)
    expect(tell({ lifetime: [4e-4] })).toBe(false)
    expect(tell({ lifetime: [1e-6] })).toBe(true)
  })

  test('wrong clocks at home end the trust in new boots there, not in the one that runs', () => {
    const stick = createStick()
    stick.run(60)
    const guess = (totalS: number) => stick.tell('live', stick.nowMs(), { time: { totalS, poweronS: 20 } })
    for (let n = 1; n <= 10; n += 1) guess(n * 100_000)
    expect(guess(5_003_700).isProven).toBe(false)
    expect(stick.run(60)).toBe(true)
    expect(stick.rest(0.2).isProven).toBe(false)
    expect(stick.run(5, agreed())).toBe(true)
  })

  test('each new claim is a guess, and the same sender going on is none', () => {
    const stick = createStick()
    stick.run(60)
    const guess = (totalS: number, more: Partial<Sight> = {}) =>
      stick.tell('live', stick.nowMs(), { time: { totalS, poweronS: 20 }, place: ABROAD, ...more }).isGuess
    expect([guess(100_000), guess(100_000), guess(100_040), guess(100_080)]).toEqual([true, false, true, true])
    expect(guess(100_000, agreed({ fits: undefined }))).toBe(true)
    expect(guess(100_000, agreed({ fits: undefined }))).toBe(false)
    expect(guess(100_000, agreed({ fits: undefined, serial: 'A2' }))).toBe(true)
    expect(guess(100_000, agreed({ fits: false, serial: 'A2' }))).toBe(true)
  })

  test.each([
    ['a time in which the stick was heard, from a new place', ABROAD, 0.5, false],
    ['the same from the place where it always was', HOME, 0.5, true],
    ['a time before it was ever heard, in its first week', ABROAD, 400 * 24, true],
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
    expect(stick.run(10, { ...strict, place: ABROAD })).toBe(false)
    expect(stick.run(10, strict)).toBe(true)
  })

  test('strict: a new place after the owner has said yes to it', () => {
    for (const decide of [vouchForCandidate, (trust: unknown) => vouchForCandidate(trust, ABROAD)]) {
      const stick = createStick()
      const strict = { policy: { isStrict: true, isListed: undefined } }
      stick.run(10, strict)
      expect(stick.run(10, { ...strict, place: ABROAD })).toBe(false)
      stick.decide(decide)
      expect(stick.run(10, { ...strict, place: ABROAD })).toBe(true)
    }
  })

  test('yes to one network is no yes to the forger in another', () => {
    const stick = createStick()
    stick.run(60)
    stick.pass(1)
    const forged = { time: { totalS: 123_456, poweronS: 300 }, place: '192.0.2.66' }
    stick.reset()
    stick.run(30, { place: ABROAD })
    for (let n = 0; n < 3; n += 1) stick.tell('live', stick.nowMs(), forged)
    stick.decide((trust) => vouchForCandidate(trust, ABROAD))
    expect(stick.run(30, { place: ABROAD })).toBe(true)
    expect(stick.tell('live', stick.nowMs(), forged).isProven).toBe(false)
  })
})

test('of whom nothing but the place is known, the first from there is believed', () => {
  const known = trustOf({ places: [HOME], seenMs: startMs, bootBaseS: null, totalS: null, misfits: 3 })
  const time = (totalS: number): TimeFields => ({ totalS, poweronS: 60, offsetS: startMs / 1000 - totalS })
  const sight = {
    kind: 'live',
    receivedAtMs: startMs,
    isLineProven: undefined,
    intervalS: 300,
    policy: { isStrict: false, isListed: undefined },
  } as const
  for (const kind of ['live', 'handshake', 'buffered'] as const) {
    const forged = judgeContinuity(known, { ...sight, kind, clue: time(7_777_777), place: ABROAD })
    expect(forged.isProven).toBe(false)
    const own = judgeContinuity(forged.trust, { ...sight, clue: time(5_000_000), place: HOME })
    expect(own.isProven).toBe(true)
    expect(judgeContinuity(own.trust, { ...sight, clue: time(7_777_777), place: ABROAD }).isProven).toBe(false)
  }
})

test('what an older version doubted is a candidate, for its owner to accept', () => {
  const clocks = { baseS: 5_000_000, totalS: 5_100_000, atMs: startMs }
  const doubted = { baseS: 0, totalS: 900, atMs: startMs, place: ABROAD }
  const older = {
    clocks,
    former: [],
    places: [HOME],
    silences: [],
    misfits: { dayMs: 0, count: 7 },
    rival: doubted,
    doubted,
  }
  expect(readTrust(older).candidates).toMatchObject([{ baseS: 0, places: [ABROAD], isLikely: false }])
  expect(vouchForCandidate(older)).toMatchObject({ clocks: { baseS: 0 }, places: [ABROAD, HOME], candidates: [] })
  expect(Object.keys(readTrust(older))).not.toContain('rival')
})
