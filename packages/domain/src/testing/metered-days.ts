import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
/**
 * A meter like those of real devices: the truth, and the values of its two counters. Energies in Wh, instants UTC ms.
 * For property tests of the energy.
 */
export type MeteredDevice = Readonly<{
  ratedW: number
  intervalMs: number
  totalStepWh: number
  /** null: the device has no such counter. */
  todayStepWh: number | null
  hasTotal: boolean
  /** The total's fraction at the start, 0 to 1 of a step. */
  phase: number
  /** When "today" restarts: hours after midnight, or at the first reading with power. */
  resetsAt: number | 'wake-up'
  startWh: number
  days: number
  seed: number
}>

export type Metered = Readonly<{ atMs: number; trueWh: number; totalWh: number | null; todayWh: number | null }>

/** A small generator of random numbers in [0, 1). */
export function createDice(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Mean power of a device in W at an hour of the day: dark until 6, a hump until 18, random clouds per day. */
export function getTruePowerW(ratedW: number, hour: number, cloud: number): number {
  if (hour <= 6 || hour >= 18) return 0
  return ratedW * Math.sin(((hour - 6) / 12) * Math.PI) * cloud
}

/** All readings of some days from 1970-01-01 on, in order of time; the device sends by day and night. */
export function meterDays(device: MeteredDevice): Metered[] {
  const { ratedW, intervalMs, totalStepWh, todayStepWh, resetsAt, startWh, days, seed } = device
  const roll = createDice(seed)
  const clouds = Array.from({ length: days + 1 }, () => 0.1 + 0.9 * roll())
  const stepMs = MINUTE_MS
  const offsetMs = Math.floor(roll() * intervalMs)
  const readings: Metered[] = []
  let trueWh = 0
  let atReset = 0
  let isAwake = false
  for (let atMs = 0; atMs <= days * DAY_MS; atMs += stepMs) {
    const hour = (atMs % DAY_MS) / HOUR_MS
    const cloud = (clouds[Math.floor(atMs / DAY_MS)] as number) * (0.6 + 0.4 * Math.sin(atMs / 700_000) ** 2)
    const powerW = getTruePowerW(ratedW, hour, cloud)
    if (resetsAt === 'wake-up') {
      if (powerW > 0 && !isAwake) atReset = trueWh
    } else if (atMs > 0 && Math.abs(hour - resetsAt) < 1 / 120) atReset = trueWh
    isAwake = powerW > 0
    trueWh += (powerW * stepMs) / HOUR_MS
    if ((atMs - offsetMs) % intervalMs >= stepMs || atMs < offsetMs) continue
    const total = startWh + device.phase * totalStepWh + trueWh
    readings.push({
      atMs,
      trueWh,
      totalWh: device.hasTotal ? Math.floor(total / totalStepWh + 1e-9) * totalStepWh : null,
      todayWh: todayStepWh === null ? null : Math.floor((trueWh - atReset) / todayStepWh + 1e-9) * todayStepWh,
    })
  }
  return readings
}
