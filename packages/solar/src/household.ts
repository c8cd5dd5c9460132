import { clamp } from './degrees.ts'
import type { Activity, Appliance, LoadProfile } from './household-profiles.ts'
import { randomAt, smoothNoiseAt } from './random.ts'

const MINUTES_PER_DAY = 1440
/** Streams of the random source: one per cause, so that a change in one does not move the others. */
const stream = { scale: 1, base: 2, fridge: 3, activity: 4, flicker: 5, runs: 6, start: 7 } as const

/**
 * Consumption in W (> 0) at a minute of the local day (0..1440, fractions allowed) on local day number `dayIndex`
 * (whole days since 1970-01-01). Pure in its arguments: every minute can be asked for on its own. Same seed, same
 * household. Shape: base load, fridge cycle, morning and evening peaks, appliances at random times; sizes are ordinary
 * homes' daily use.
 */
export function getHouseholdLoadW(seed: number, localMinute: number, dayIndex: number, profile: LoadProfile): number {
  const absoluteMinute = dayIndex * MINUTES_PER_DAY + localMinute
  const habit = 0.9 + 0.2 * randomAt(seed, stream.scale)
  let loadW = profile.baseW * habit * (1 + 0.12 * smoothNoiseAt(seed, stream.base, absoluteMinute / 7))
  loadW += getFridgeW(seed, absoluteMinute, profile.fridge)
  for (let i = 0; i < profile.activities.length; i++) {
    const activity = profile.activities[i]
    if (activity !== undefined) loadW += habit * getActivityW(seed, i, localMinute, dayIndex, activity)
  }
  for (let i = 0; i < profile.appliances.length; i++) {
    const appliance = profile.appliances[i]
    if (appliance === undefined) continue
    loadW += getApplianceW(seed, i, localMinute, dayIndex, appliance)
    // A program that was started late continues after midnight.
    loadW += getApplianceW(seed, i, localMinute + MINUTES_PER_DAY, dayIndex - 1, appliance)
  }
  return loadW
}

function getFridgeW(seed: number, absoluteMinute: number, fridge: LoadProfile['fridge']): number {
  const cycles = absoluteMinute / fridge.periodMinutes + randomAt(seed, stream.fridge)
  return cycles - Math.floor(cycles) < fridge.duty ? fridge.powerW : 0
}

function getActivityW(seed: number, index: number, minute: number, dayIndex: number, activity: Activity): number {
  if (activity.days !== 'all' && activity.days !== (isWeekend(dayIndex) ? 'weekend' : 'workday')) return 0
  const shift = 40 * (randomAt(seed, stream.activity, index, dayIndex, 1) - 0.5)
  const { fromMinute, toMinute, rampMinutes } = activity
  const inside = Math.min(minute - shift - fromMinute, toMinute - (minute - shift)) / rampMinutes + 0.5
  if (inside <= 0) return 0
  const level = 0.7 + 0.6 * randomAt(seed, stream.activity, index, dayIndex, 2)
  // People switch things on and off: the level varies by a third within minutes.
  const flicker = 1 + 0.35 * smoothNoiseAt(seed, stream.flicker + 16 * index, (dayIndex * MINUTES_PER_DAY + minute) / 6)
  return activity.powerW * clamp(inside, 0, 1) * level * flicker
}

function getApplianceW(seed: number, index: number, minute: number, dayIndex: number, appliance: Appliance): number {
  const { fromMinute, toMinute } = appliance
  if (minute < fromMinute) return 0
  let duration = 0
  for (const phase of appliance.program) duration += phase.minutes
  if (minute >= toMinute + duration) return 0
  const runs = drawPoisson(appliance.runsPerDay, randomAt(seed, stream.runs, index, dayIndex))
  let loadW = 0
  for (let run = 0; run < runs; run++) {
    // Each run has its own part of the span: one kettle is not filled while it boils.
    const start = randomAt(seed, stream.start, index, dayIndex, run)
    const sinceStart = minute - (fromMinute + ((toMinute - fromMinute) * (run + start)) / runs)
    if (sinceStart >= 0 && sinceStart < duration) loadW += getProgramW(appliance, sinceStart)
  }
  return loadW
}

function getProgramW(appliance: Appliance, sinceStart: number): number {
  let left = sinceStart
  for (const phase of appliance.program) {
    if (left < phase.minutes) return phase.powerW
    left -= phase.minutes
  }
  return 0
}

/** Number of events of a Poisson distribution with a small mean (at most 12), from one uniform number. */
function drawPoisson(mean: number, uniform: number): number {
  let probability = Math.exp(-mean)
  let reached = probability
  let count = 0
  while (uniform >= reached && count < 12) {
    count++
    probability *= mean / count
    reached += probability
  }
  return count
}

/** Day 0 (1970-01-01) was a Thursday. */
function isWeekend(dayIndex: number): boolean {
  const weekday = (((dayIndex + 4) % 7) + 7) % 7
  return weekday === 0 || weekday === 6
}
