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
  it('stores the mean of what is measured, and the last of counters', () => {
    const window = createStoreWindow(60_000)
    const stored = [0, 10_000, 20_000, 60_000].flatMap((ms, n) =>
      window.add(reading({ acPowerW: 100 * n, generationTotalWh: 5_000 + n }), Uint8Array.of(n), startMs + ms),
    )
    expect(stored).toEqual([
      {
        decoded: reading({ acPowerW: 100, generationTotalWh: 5_002 }),
        raw: Uint8Array.of(2),
        atMs: startMs + 20_000,
        readings: 3,
      },
    ])
  })

  it('is stored by the clock when the device falls silent', () => {
    const window = createStoreWindow(60_000)
    window.add(reading({ acPowerW: 5 }), raw, startMs)
    expect(window.flush(startMs + 59_999)).toEqual([])
    expect(window.flush(startMs + 60_000)).toMatchObject([{ atMs: startMs }])
    expect(window.flush(startMs + 60_000)).toEqual([])
  })

  it('ends at once when a state changes', () => {
    const window = createStoreWindow(60_000)
    window.add(reading({ acPowerW: 50, inverterState: 4 }), raw, startMs)
    const stored = window.add(reading({ acPowerW: 0, inverterState: 7 }), raw, startMs + 10_000)
    expect(stored.map(({ atMs, decoded }) => [atMs, decoded.values])).toEqual([
      [startMs, { acPowerW: 50, inverterState: 4 }],
      [startMs + 10_000, { acPowerW: 0, inverterState: 7 }],
    ])
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
