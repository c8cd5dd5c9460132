import { describe, expect, it } from 'vitest'
import { findDaySky, getClearSkyIndex, type Sky } from './clouds.ts'

const DAY_MS = 86_400_000
const sky: Sky = { seed: 7, regionSeed: 3, climate: 'maritime', latitudeDeg: 55.7, longitudeDeg: 0 }

/** Index at each step of the ten hours around noon of a day number. */
function listDay(of: Sky, dayNumber: number, stepMinutes: number): number[] {
  const values: number[] = []
  for (let minute = 420; minute < 1020; minute += stepMinutes) {
    values.push(getClearSkyIndex(of, dayNumber * DAY_MS + minute * 60_000))
  }
  return values
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

/**
 * As measured (sources in climates.ts): winter quantiles 10, 25, 50, 75, 90 %; means and medians of the other seasons;
 * next-day correlation.
 */
const measured = [
  {
    climate: 'maritime',
    winter: [0.23, 0.3, 0.49, 0.87, 1.04],
    medians: [0.49, 0.73, 0.77, 0.67],
    means: [0.58, 0.71, 0.73, 0.67],
    correlation: 0.34,
  },
  {
    climate: 'semi-arid',
    winter: [0.4, 0.57, 0.8, 0.97, 1],
    medians: [0.8, 0.78, 0.78, 0.86],
    means: [0.74, 0.74, 0.76, 0.77],
    correlation: 0.19,
  },
] as const

describe.each(measured)('clouds of the $climate climate', ({ climate, winter, medians, means, correlation }) => {
  const seasons: number[][] = [[], [], [], []]
  const days: number[] = []
  for (let day = 14_610; day < 14_610 + 12 * 365; day++) {
    const mean = meanOf(listDay({ ...sky, climate }, day, 5))
    const month = new Date(day * DAY_MS).getUTCMonth()
    seasons[Math.floor(((month + 1) % 12) / 3)]!.push(mean)
    days.push(mean)
  }

  it('have the measured mean and median in each season', () => {
    seasons.forEach((values, season) => {
      expect(Math.abs(meanOf(values) - means[season]!), `season ${season}`).toBeLessThan(0.04)
      expect(Math.abs(quantile(values, 0.5) - medians[season]!), `season ${season}`).toBeLessThan(0.06)
    })
  })

  it('spread over winter days as measured', () => {
    const found = [0.1, 0.25, 0.5, 0.75, 0.9].map((share) => quantile(seasons[0]!, share))
    found.forEach((value, i) => {
      expect(Math.abs(value - winter[i]!), `quantile ${i}`).toBeLessThan(0.07)
    })
  })

  it('depend on the day before as measured', () => {
    const mean = meanOf(days)
    let product = 0
    let square = 0
    for (let i = 1; i < days.length; i++) {
      product += (days[i]! - mean) * (days[i - 1]! - mean)
      square += (days[i]! - mean) ** 2
    }
    expect(Math.abs(product / square - correlation)).toBeLessThan(0.08)
  })
})

describe('clouds', () => {
  it('are none in a clear climate', () => {
    const clear: Sky = { ...sky, climate: 'clear' }
    for (let minute = 0; minute < 3000; minute += 7) expect(getClearSkyIndex(clear, minute * 60_000)).toBe(1)
    expect(findDaySky(clear, 19_000)).toBeUndefined()
  })

  it('give the same value at an instant in any order', () => {
    const forwards = Array.from({ length: 500 }, (_, i) => getClearSkyIndex(sky, 1.7e12 + i * 61_000))
    for (let i = 499; i >= 0; i--) expect(getClearSkyIndex(sky, 1.7e12 + i * 61_000)).toBe(forwards[i])
    expect(new Set(forwards).size).toBeGreaterThan(400)
  })

  it('fluctuate by the minute like measured ones: calm if overcast, jumpy if broken', () => {
    const found = { broken: 0, closed: 0, clear: 0 }
    for (let day = 19_000; day < 19_400; day++) {
      const { meanIndex, gapShare } = findDaySky(sky, day)!
      const values = listDay(sky, day, 1)
      const steps = values.slice(1).map((value, i) => Math.abs(value - values[i]!))
      expect(Math.min(...values)).toBeGreaterThanOrEqual(0.02)
      expect(Math.max(...values)).toBeLessThanOrEqual(1.4)
      // Measured 95 % of one-minute steps: broken .10 to .32, single ones to .55, overcast .014, clear < .02.
      expect(Math.max(...steps)).toBeLessThan(0.56)
      if (gapShare >= 1) {
        found.clear++
        expect(quantile(steps, 0.95)).toBeLessThan(0.02)
      } else if (meanIndex < 0.25) {
        found.closed++
        expect(quantile(steps, 0.95)).toBeLessThan(0.1)
      } else if (gapShare > 0.4 && gapShare < 0.7) {
        found.broken++
        expect(quantile(steps, 0.95)).toBeGreaterThan(0.08)
        expect(quantile(steps, 0.95)).toBeLessThan(0.45)
      }
    }
    expect(Math.min(...Object.values(found))).toBeGreaterThan(10)
  })

  it('exceed a clear sky at their edges', () => {
    let brightest = 0
    for (let day = 19_000; day < 19_100; day++) brightest = Math.max(brightest, ...listDay(sky, day, 1))
    expect(brightest).toBeGreaterThan(1.15)
  })

  it('are shared by neighbors per day, but not per minute', () => {
    const neighbor: Sky = { ...sky, seed: 8 }
    const stranger: Sky = { ...sky, regionSeed: 4 }
    let equalMinutes = 0
    let differentDays = 0
    for (let day = 19_000; day < 19_050; day++) {
      expect(findDaySky(neighbor, day)).toEqual(findDaySky(sky, day))
      if (findDaySky(stranger, day)!.meanIndex !== findDaySky(sky, day)!.meanIndex) differentDays++
      const here = listDay(sky, day, 10)
      listDay(neighbor, day, 10).forEach((value, i) => {
        if (value === here[i]) equalMinutes++
      })
    }
    expect(equalMinutes).toBeLessThan(30)
    expect(differentDays).toBeGreaterThan(45)
  })

  it('change the day at local solar midnight, and seasons by hemisphere', () => {
    const east: Sky = { ...sky, longitudeDeg: 120 }
    const utcMs = 19_500 * DAY_MS + 12 * 3_600_000
    expect(getClearSkyIndex(east, utcMs - 120 * 240_000)).toBe(getClearSkyIndex(sky, utcMs))
    const january = Array.from({ length: 900 }, (_, i) => 14_610 + Math.floor(i / 30) * 365 + (i % 30))
    const mean = (of: Sky) => meanOf(january.map((day) => findDaySky(of, day)!.meanIndex))
    expect(mean({ ...sky, latitudeDeg: -35 }) - mean(sky)).toBeGreaterThan(0.08)
  })
})
