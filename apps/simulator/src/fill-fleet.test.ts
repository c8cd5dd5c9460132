import { expect, it } from 'vitest'
import { fillFleet, NEWEST_DAYS } from './fill-fleet.ts'

/** A plant that notes which days were asked of it. */
function plantOf(name: string, pastDays: readonly number[], log: string[]) {
  return {
    loggers: [name],
    pastDays,
    fillPast: async (days: readonly number[], onDay: () => void) => {
      for (const day of days) {
        await Promise.resolve()
        log.push(`${name} ${day}`)
        onDay()
      }
    },
  }
}

it('fills the newest month of all plants before an older day of any', async () => {
  const log: string[] = []
  const percents: number[] = []
  const days = Array.from({ length: 100 }, (_, back) => 1_000 - back)
  const plants = [plantOf('a', days, log), plantOf('b', days.slice(0, 40), log), plantOf('c', [], log)]
  await fillFleet(plants, { onPercent: (percent) => percents.push(percent), onNewest: () => log.push('newest') })
  const at = log.indexOf('newest')
  expect(at).toBe(2 * NEWEST_DAYS)
  expect(log.slice(0, at).every((line) => Number(line.split(' ')[1]) > 1_000 - NEWEST_DAYS)).toBe(true)
  expect(log.filter((line) => line !== 'newest').sort()).toEqual(
    [...days.map((day) => `a ${day}`), ...days.slice(0, 40).map((day) => `b ${day}`)].sort(),
  )
  expect(percents).toEqual([...new Set(percents)])
  expect(percents.at(-1)).toBe(100)
})

it('has nothing to say about a fleet without a past', async () => {
  const percents: number[] = []
  await fillFleet([plantOf('a', [], [])], { onPercent: (percent) => percents.push(percent), onNewest: () => {} })
  expect(percents).toEqual([])
})
