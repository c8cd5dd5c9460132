import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acquisitionS, bootBaseS, resolveInstant, timeFieldsAt } from './time.ts'

const NOW_S = 1_615_560_400
const RECEIVED_AT_MS = NOW_S * 1000
const sample = { totalS: 94_887, poweronS: 18, offsetS: 1_615_465_450 }
const unsynchronized = { ...sample, offsetS: 0 }
const clock = { year: 2021, month: 3, day: 12, hour: 15, minute: 45, second: 28 }
const winterInWarsaw = () => 60

describe('the time of a record', () => {
  it('is run time and offset, modulo 2^32', () => {
    expect(acquisitionS(sample)).toBe(1_615_560_337)
    expect(acquisitionS({ totalS: 925_729_366, poweronS: 1, offsetS: 2 ** 32 - 100 })).toBe(925_729_266)
    expect(acquisitionS(unsynchronized)).toBeUndefined()
    expect(bootBaseS({ totalS: 5, poweronS: 10, offsetS: 0 })).toBe(2 ** 32 - 5)
  })

  it('is restored by the fields encoded for it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (upS, bootBase) => {
        const time = timeFieldsAt(NOW_S, { bootedAtS: NOW_S - upS, bootBaseS: bootBase, synchronized: true })
        expect(acquisitionS(time)).toBe(NOW_S)
        expect(bootBaseS(time)).toBe(bootBase)
      }),
    )
    expect(timeFieldsAt(NOW_S, { bootedAtS: NOW_S - 5, bootBaseS: 100, synchronized: false })).toEqual({
      totalS: 105,
      poweronS: 5,
      offsetS: 0,
    })
  })

  it('prefers its own offset', () => {
    expect(
      resolveInstant({
        time: sample,
        knownOffsets: [{ bootBaseS: bootBaseS(sample), offsetS: 1 }],
        receivedAtMs: RECEIVED_AT_MS,
      }),
    ).toEqual({
      atMs: 1_615_560_337_000,
      source: 'frame',
      complaints: [],
    })
  })

  it('then uses the offset of the same boot', () => {
    const known = [
      { bootBaseS: bootBaseS(sample) + 11, offsetS: 7 },
      { bootBaseS: bootBaseS(sample) - 9, offsetS: sample.offsetS + 3 },
    ]
    expect(
      resolveInstant({ time: unsynchronized, knownOffsets: known, deviceClock: clock, receivedAtMs: RECEIVED_AT_MS }),
    ).toEqual({
      atMs: 1_615_560_340_000,
      source: 'boot',
      complaints: [{ code: 'time-estimated' }],
    })
  })

  it("then uses the device clock in the plant's zone", () => {
    const found = resolveInstant({
      time: unsynchronized,
      knownOffsets: [],
      deviceClock: clock,
      zoneOffsetMinutesAt: winterInWarsaw,
      receivedAtMs: RECEIVED_AT_MS,
    })
    expect(found).toMatchObject({ atMs: Date.UTC(2021, 2, 12, 14, 45, 28), source: 'device-clock' })
  })

  it("uses the zone's offset at the instant, not at the wall clock read as UTC", () => {
    const changeMs = Date.UTC(2021, 2, 28, 1)
    const warsaw = (utcMs: number) => (utcMs >= changeMs ? 120 : 60)
    const local = { year: 2021, month: 3, day: 28, hour: 1, minute: 30, second: 0 }
    const options = { time: unsynchronized, knownOffsets: [], deviceClock: local, zoneOffsetMinutesAt: warsaw }
    expect(resolveInstant({ ...options, receivedAtMs: changeMs + 3_600_000 }).atMs).toBe(Date.UTC(2021, 2, 28, 0, 30))
  })

  it('falls back to the time of receipt', () => {
    expect(
      resolveInstant({ time: unsynchronized, knownOffsets: [], deviceClock: clock, receivedAtMs: RECEIVED_AT_MS }),
    ).toEqual({
      atMs: RECEIVED_AT_MS,
      source: 'received',
      complaints: [{ code: 'time-estimated' }],
    })
  })

  it.each([
    ['more than a minute ahead', 61],
    ['older than the limit', -2 * 86_400 - 1],
  ])('skips a time %s', (_, aheadS) => {
    const time = timeFieldsAt(NOW_S + aheadS, { bootedAtS: NOW_S - 1e6, bootBaseS: 50, synchronized: true })
    const found = resolveInstant({ time, knownOffsets: [], receivedAtMs: RECEIVED_AT_MS, maxAgeDays: 2 })
    expect(found).toEqual({
      atMs: RECEIVED_AT_MS,
      source: 'received',
      complaints: [{ code: 'time-out-of-bounds', raw: (NOW_S + aheadS) * 1000 }, { code: 'time-estimated' }],
    })
  })

  it.each([60, -2 * 86_400])('accepts a time at the bound (%d s)', (aheadS) => {
    const time = timeFieldsAt(NOW_S + aheadS, { bootedAtS: NOW_S - 1e6, bootBaseS: 50, synchronized: true })
    expect(resolveInstant({ time, knownOffsets: [], receivedAtMs: RECEIVED_AT_MS, maxAgeDays: 2 }).source).toBe('frame')
  })
})
