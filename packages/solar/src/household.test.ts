import { describe, expect, it } from 'vitest'
import { getHouseholdLoadW } from './household.ts'
import { type LoadProfileName, loadProfiles } from './household-profiles.ts'

/** 2024-01-01, a Monday. */
const MONDAY = 19_723

function dayKwh(seed: number, dayIndex: number, name: LoadProfileName): number {
  let wattMinutes = 0
  for (let minute = 0; minute < 1440; minute++) {
    wattMinutes += getHouseholdLoadW(seed, minute + 0.5, dayIndex, loadProfiles[name])
  }
  return wattMinutes / 60_000
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

describe('household load', () => {
  it.each([
    ['european', 8, 12],
    ['small', 4, 7],
    ['american', 26, 36],
  ] as const)('of the %s profile is %d to %d kWh a day in every home', (name, low, high) => {
    for (let seed = 0; seed < 12; seed++) {
      const days = Array.from({ length: 28 }, (_, i) => dayKwh(seed, MONDAY + 3 * i, name))
      const mean = meanOf(days)
      expect(mean).toBeGreaterThan(low)
      expect(mean).toBeLessThan(high)
      expect(Math.max(...days)).toBeLessThan(2 * mean)
      expect(Math.min(...days)).toBeGreaterThan(0.4 * mean)
      expect(Math.max(...days) / Math.min(...days)).toBeGreaterThan(1.15)
    }
  })

  it('gives the same value at a minute in any order', () => {
    const profile = loadProfiles.european
    const forwards: number[] = []
    for (let minute = 0; minute < 1440; minute++) forwards.push(getHouseholdLoadW(11, minute, MONDAY, profile))
    for (let minute = 1439; minute >= 0; minute--) {
      expect(getHouseholdLoadW(11, minute, MONDAY, profile)).toBe(forwards[minute])
    }
    const another = forwards.map((_, minute) => getHouseholdLoadW(12, minute, MONDAY, profile))
    expect(another).not.toEqual(forwards)
  })

  it('peaks in the evening, rests at night and never falls to zero', () => {
    const byHour = new Array<number>(24).fill(0)
    let highest = 0
    for (let day = 0; day < 60; day++) {
      for (let minute = 0; minute < 1440; minute += 3) {
        const loadW = getHouseholdLoadW(day, minute, MONDAY + day, loadProfiles.european)
        expect(loadW).toBeGreaterThan(100)
        highest = Math.max(highest, loadW)
        byHour[Math.floor(minute / 60)]! += loadW / 1200
      }
    }
    const night = meanOf(byHour.slice(1, 5))
    expect(meanOf(byHour.slice(18, 21))).toBeGreaterThan(3 * night)
    expect(byHour[7]).toBeGreaterThan(1.5 * night)
    expect(highest).toBeGreaterThan(3000)
    expect(highest).toBeLessThan(12_000)
  })

  it('continues past midnight a program that began before', () => {
    const profile = {
      baseW: 0,
      fridge: { powerW: 0, periodMinutes: 60, duty: 0.5 },
      activities: [],
      appliances: [{ program: [{ powerW: 1000, minutes: 60 }], runsPerDay: 4, fromMinute: 1430, toMinute: 1439 }],
    }
    let before = 0
    let after = 0
    for (let day = MONDAY; day < MONDAY + 30; day++) {
      before += getHouseholdLoadW(1, 1439.9, day, profile)
      after += getHouseholdLoadW(1, 0, day + 1, profile)
    }
    expect(before).toBeGreaterThan(10_000)
    expect(after).toBe(before)
  })

  it('knows the weekend of a workshop', () => {
    const workday = meanOf([0, 1, 2, 3, 4].map((day) => dayKwh(3, MONDAY + day, 'workshop')))
    const weekend = meanOf([5, 6].map((day) => dayKwh(3, MONDAY + day, 'workshop')))
    expect(workday).toBeGreaterThan(50)
    expect(workday).toBeLessThan(90)
    expect(weekend).toBeLessThan(0.5 * workday)
  })
})
