import { describe, expect, it } from 'vitest'
import { findClockShift, findDarkProduction, shiftSlots } from './clock-shift.ts'

const SLOT_MS = 900_000
/** A clear day from 6 to 18 h. @param peakHour of the modules' direction */
const clearDay = (peakHour = 12): readonly number[] =>
  Array.from({ length: 96 }, (_, slot) => {
    const hour = (slot + 0.5) / 4
    if (hour < 6 || hour > 18) return 0
    const light = Math.sin(((hour - 6) / 12) * Math.PI)
    return 1_000 * light * (0.35 + 0.65 * Math.max(0, Math.cos(((hour - peakHour) / 12) * Math.PI)))
  })

describe('a clock that is wrong', () => {
  it('shows in the curve of a clear day, and in the dark', () => {
    const clear = clearDay()
    expect(findClockShift(shiftSlots(clear, 4), clear, SLOT_MS)).toBe(3_600_000)
    expect(findClockShift(shiftSlots(clear, -4), clear, SLOT_MS)).toBe(-3_600_000)
    expect(findClockShift(clear, clear, SLOT_MS)).toBe(0)
  })

  it('is none where the modules face another way', () => {
    for (const peakHour of [7, 9, 15, 17]) expect(findClockShift(clearDay(peakHour), clearDay(), SLOT_MS)).toBe(0)
  })

  it('is none where production begins and ends with the sun', () => {
    // Half of the modules face east: the whole day is earlier by an hour, but it is as long as the light.
    const early = clearDay().map((w, slot) => (w > 0 ? Math.max(40, clearDay()[slot + 4] ?? 0) : 0))
    const late = clearDay().map((w, slot) => (w > 0 ? Math.max(40, clearDay()[slot - 4] ?? 0) : 0))
    expect([findClockShift(early, clearDay(), SLOT_MS), findClockShift(late, clearDay(), SLOT_MS)]).toEqual([0, 0])
    // A sleepy inverter and a wall in the east: late in the morning, but not dark in the evening.
    const walled = shiftSlots(clearDay(), 4).map((w, slot) => (slot < 72 ? w : 0))
    expect(findClockShift(walled, clearDay(), SLOT_MS)).toBe(0)
  })

  it('is none where the place is a degree off, which is four minutes', () => {
    const clear = clearDay()
    const moved = clear.map((w, slot) => w + ((clear[slot - 1] ?? 0) - w) * (4 / 15))
    expect([findClockShift(moved, clear, SLOT_MS), findDarkProduction(moved, clear, SLOT_MS)]).toEqual([0, 0])
  })

  it('is none where an hour straddles sunrise or sunset, however it is kept', () => {
    const clear = clearDay().map((w, slot) => (slot >= 26 && slot < 70 ? w : 0))
    const hourly = clear.map((_, slot) => {
      const hour = clear.slice(slot - (slot % 4), slot - (slot % 4) + 4)
      return (hour.reduce((sum, w) => sum + w, 0) / 4) * 0.4
    })
    const stamped = (at: number) => hourly.map((w, slot) => (slot % 4 === at ? w : Number.NaN))
    for (const power of [hourly, stamped(0), stamped(2), stamped(3)])
      expect([findDarkProduction(power, clear, SLOT_MS), findClockShift(power, clear, SLOT_MS)]).toEqual([0, 0])
    // A clock that is off by hours still shows.
    expect(findDarkProduction(shiftSlots(stamped(3), 8), clear, SLOT_MS)).toBeGreaterThan(0)
    expect(findDarkProduction(shiftSlots(hourly, -8), clear, SLOT_MS)).toBeLessThan(0)
  })

  it('shows in the dark under clouds, and production all night shows none', () => {
    const clear = clearDay()
    const grey = shiftSlots(clear, 4).map((w, slot) => w * (slot % 3 === 0 ? 0.1 : 0.5))
    expect(findDarkProduction(grey, clear, SLOT_MS)).toBeGreaterThan(0)
    expect(
      findDarkProduction(
        clear.map((w) => w * 0.2),
        clear,
        SLOT_MS,
      ),
    ).toBe(0)
    expect(
      findDarkProduction(
        clear.map(() => 300),
        clear,
        SLOT_MS,
      ),
    ).toBe(0)
    // No night: nothing tells.
    expect(
      findDarkProduction(
        clear,
        clear.map(() => 5),
        SLOT_MS,
      ),
    ).toBe(0)
  })
})
