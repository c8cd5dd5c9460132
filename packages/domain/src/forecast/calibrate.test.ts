import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { applyCalibration, calibrate, type HourPair } from './calibrate.ts'

const now = Date.parse('2026-06-30T00:00:00Z')
const hours = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]
const clearW = (hour: number): number => 4_000 * Math.sin((Math.PI * (hour - 5)) / 14)

/** Days before now under skies by turns; what the plant makes of each hour is a factor on the model. */
function daysOf(count: number, factor: (hour: number, sky: number, day: number) => number): HourPair[] {
  return Array.from({ length: count }, (_, day) => day).flatMap((day) => {
    const sky = [1, 0.15, 0.6][day % 3] ?? 1
    return hours.map((hour) => {
      const modelledW = clearW(hour) * sky
      const atMs = now - (day + 1) * DAY_MS + hour * HOUR_MS
      return { atMs, modelledW, clearW: clearW(hour), measuredW: modelledW * factor(hour, sky, day) }
    })
  })
}
const at = (hour: number) => now + hour * HOUR_MS

describe('calibration by a plant’s own days', () => {
  it('changes nothing before the third day', () => {
    const learned = calibrate(
      daysOf(2, () => 0.5),
      now,
    )
    expect(applyCalibration(learned, at(9), 1_000, 1_000)).toBe(1_000)
    expect(learned.days).toBe(2)
  })

  it('learns half of the truth from three days, and nearly all from thirty', () => {
    const saidAfter = (days: number): number =>
      applyCalibration(
        calibrate(
          daysOf(days, () => 0.8),
          now,
        ),
        at(11),
        3_000,
        3_500,
      ) / 3_000
    expect(saidAfter(3)).toBeGreaterThan(0.8)
    expect(saidAfter(3)).toBeLessThan(0.92)
    expect(saidAfter(30)).toBeCloseTo(0.8, 1)
  })

  it('knows a plane that points elsewhere: hours in the clear, one factor in clouds', () => {
    const turned = (hour: number, sky: number): number => (sky < 0.3 ? 1 : 1 + (hour - 11.5) * 0.06 * sky)
    const learned = calibrate(daysOf(45, turned), now)
    const said = (hour: number, sky: number): number =>
      applyCalibration(learned, at(hour), clearW(hour) * sky, clearW(hour)) / (clearW(hour) * sky)
    expect(said(8, 1)).toBeLessThan(0.88)
    expect(said(15, 1)).toBeGreaterThan(1.12)
    for (const hour of [8, 15]) expect(Math.abs(said(hour, 0.15) - 1)).toBeLessThan(0.06)
  })

  it('promises on average what came, although the weather of each hour was wrong', () => {
    // By turns 40 % too much and too little light, as a satellite sees clouds that pass.
    const pairs = daysOf(48, () => 1).map((pair, i) => ({ ...pair, modelledW: pair.modelledW * (i % 2 ? 1.4 : 0.6) }))
    const learned = calibrate(pairs, now)
    const sum = (pick: (pair: HourPair) => number): number => pairs.reduce((all, pair) => all + pick(pair), 0)
    const said = sum(({ atMs, modelledW, clearW: clear }) => applyCalibration(learned, atMs, modelledW, clear))
    expect(said / sum(({ measuredW }) => measuredW)).toBeCloseTo(1, 1)
  })

  it('leaves days of an outage or under snow out', () => {
    const learned = calibrate(
      daysOf(20, (_hour, _sky, day) => (day < 5 ? 0.05 : 0.9)),
      now,
    )
    expect(learned.days).toBe(15)
    expect(applyCalibration(learned, at(11), 3_000, 3_500) / 3_000).toBeGreaterThan(0.88)
  })

  it('believes newer days more', () => {
    const learned = calibrate(
      daysOf(56, (_hour, _sky, day) => (day < 14 ? 0.7 : 1)),
      now,
    )
    expect(applyCalibration(learned, at(11), 3_000, 3_500) / 3_000).toBeLessThan(0.87)
  })
})
