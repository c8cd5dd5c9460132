import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStoreWindow } from './store-window.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const raw = Uint8Array.of(1)
const reading = (values: Values): Decoded => ({
  deviceSerial: 'A1',
  deviceType: 'INVERTER',
  profileId: 'test',
  values,
  texts: {},
  complaints: [],
})

describe('a window of a minute', () => {
  it('begins with the first reading, which is stored at once', () => {
    expect(createStoreWindow(60_000).add(reading({ acPowerW: 5 }), raw, startMs)).toHaveLength(1)
  })

  it('stores means with their extremes, and the last of counters', () => {
    const window = createStoreWindow(60_000)
    window.add(reading({ acPowerW: 0 }), raw, startMs)
    const stored = [10, 20, 30, 40, 50, 60].flatMap((second, n) =>
      window.add(
        reading({ acPowerW: 100 * n, ac1VoltageV: 230, generationTotalWh: 5_000 + n }),
        Uint8Array.of(n),
        startMs + second * 1000,
      ),
    )
    expect(stored).toEqual([
      {
        decoded: reading({
          acPowerW: 250,
          acPowerMinW: 0,
          acPowerMaxW: 500,
          ac1VoltageV: 230,
          generationTotalWh: 5_005,
        }),
        raw: Uint8Array.of(5),
        atMs: startMs + 60_000,
        readings: 6,
      },
    ])
  })

  it('is stored by the clock when the device falls silent', () => {
    const window = createStoreWindow(60_000)
    window.add(reading({ acPowerW: 5 }), raw, startMs)
    window.add(reading({ acPowerW: 5 }), raw, startMs + 10_000)
    expect(window.flush(startMs + 80_000)).toEqual([])
    expect(window.flush(startMs + 85_000)).toMatchObject([{ atMs: startMs + 10_000 }])
    expect(window.flush(startMs + 85_000)).toEqual([])
  })

  it('of a device whose clock is an hour off waits as long', () => {
    const window = createStoreWindow(60_000)
    const wrongMs = startMs - 3_600_000
    window.add(reading({ acPowerW: 5 }), raw, wrongMs, startMs)
    window.add(reading({ acPowerW: 5 }), raw, wrongMs + 10_000, startMs + 10_000)
    expect(window.flush(startMs + 11_000)).toEqual([])
    expect(window.flush(startMs + 85_000)).toHaveLength(1)
  })

  it('stores no lifetime counter of 0, and no daily counter is one', () => {
    const window = createStoreWindow(60_000)
    const counters = { gridExportTotalWh: 0, generationTotalWh: 0, generationTodayWh: 0, acPowerW: 5 }
    const [stored] = window.add(reading(counters), raw, startMs)
    expect(stored?.decoded.values).toEqual({ generationTodayWh: 0, acPowerW: 5 })
    expect(stored?.decoded.complaints.map(({ code }) => code)).toEqual(['zero-total', 'zero-total'])
  })

  it('ends at once when a state changes', () => {
    const window = createStoreWindow(60_000)
    window.add(reading({ acPowerW: 40, inverterState: 4 }), raw, startMs)
    window.add(reading({ acPowerW: 50, inverterState: 4 }), raw, startMs + 10_000)
    const stored = window.add(reading({ acPowerW: 0, inverterState: 7 }), raw, startMs + 20_000)
    expect(stored.map(({ atMs, decoded }) => [atMs, decoded.values])).toEqual([
      [startMs + 10_000, { acPowerW: 50, inverterState: 4 }],
      [startMs + 20_000, { acPowerW: 0, inverterState: 7 }],
    ])
  })

  it.each([10, 60, 300])('of %i s stores each reading of a device that is as slow', (seconds) => {
    const gaps = fc.array(fc.integer({ min: 700 * seconds, max: 1300 * seconds }), { maxLength: 50 })
    fc.assert(
      fc.property(gaps, (drawn) => {
        const window = createStoreWindow(seconds * 1000)
        let atMs = startMs
        const counts = drawn.map((gapMs) => {
          atMs += gapMs
          return [...window.flush(atMs), ...window.add(reading({ acPowerW: 5 }), raw, atMs)].length
        })
        expect(counts).toEqual(drawn.map(() => 1))
      }),
    )
  })

  it('stores no instant twice, and none out of order', () => {
    const steps = fc.array(
      fc.record({ gapMs: fc.integer({ min: -3_000, max: 40_000 }), state: fc.integer({ min: 1, max: 2 }) }),
    )
    fc.assert(
      fc.property(steps, (drawn) => {
        const window = createStoreWindow(10_000)
        let atMs = startMs
        const stored = drawn.flatMap(({ gapMs, state }) => {
          atMs += gapMs
          return [...window.flush(atMs), ...window.add(reading({ inverterState: state }), raw, atMs)]
        })
        const instants = stored.map((one) => one.atMs)
        expect(new Set(instants).size).toBe(instants.length)
      }),
    )
  })
})
