import { DAY_MS } from '@heliograph/domain/duration.ts'
import { shownFromW } from '@heliograph/domain/generation-zero.ts'
import {
  allWell,
  alwaysDue,
  type DeviceStatus,
  type DueTime,
  deviceStatus,
  type PlantStatus,
  plantStatus,
  type Reason,
} from '@heliograph/domain/status.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import { isSunUp } from '@heliograph/solar/sun-up.ts'
import { daylightDueAt } from './daylight-due.ts'
import { type DeviceMemory, emptyMemory, faultOf, known } from './device-memory.ts'
import type { Learnt } from './learn-morning.ts'
import { type DevicePlan, type PlantPlan, PRODUCTION_W } from './plant-plan.ts'
import { type PlantPower, type Read, sumShownPower } from './plant-power.ts'

/** The number of mornings after which a device's learned hours are trusted. */
const LEAST_MORNINGS = 3
/** The longest silence that counts as sleep: after a longer one the device may be broken. */
export const knownSleepMs = DAY_MS

export type DeviceState = Readonly<{
  device: DevicePlan
  memory: DeviceMemory
  state: DeviceStatus
  /** Its silence is sleep, so its panels are known to deliver nothing. */
  isKnownAsleep: boolean
}>

export type PlantNowState = PlantStatus &
  Readonly<{
    plantId: number
    power: PlantPower
    lastAtMs: number | null
    intervalMs: number
    today: string
    /** Without a record today: known to be zero, because all that produces is known to be asleep. */
    isTodayKnown: boolean
    counterTotalWh: number | null
    nextChangeAtMs: number
    /** In the order of the plan. */
    devices: readonly DeviceState[]
  }>

/**
 * Everything about a plant at an instant, from what its devices said last. Pure: the rows are written from this alone.
 * @param memories in the order of the plan's devices
 */
export function computeNow(
  plan: PlantPlan,
  memories: readonly DeviceMemory[],
  onlineUntilMs: (loggerId: number) => number | null,
  nowMs: number,
): PlantNowState {
  const devices: DeviceState[] = []
  const { date: today, endMs: midnightMs } = findDay(nowMs, plan.zone)
  let lastAtMs: number | null = null
  let intervalMs = plan.devices.length === 0 ? ORDINARY_INTERVAL_MS : 0
  let counterTotalWh: number | null = null
  let nextChangeAtMs = midnightMs
  let producing = 0
  let sleepers = 0
  let isAllWell = plan.devices.length > 0
  for (const [index, device] of plan.devices.entries()) {
    const one = judge(plan, device, memories[index] ?? emptyMemory, onlineUntilMs, nowMs)
    devices.push(one)
    isAllWell &&= one.state.status === 'well'
    const { lastAtMs: atMs, totalWh } = one.memory
    if (atMs > (lastAtMs ?? Number.NEGATIVE_INFINITY)) lastAtMs = atMs
    intervalMs = Math.max(intervalMs, device.intervalMs)
    if (device.makes) {
      producing++
      if (one.isKnownAsleep) sleepers++
      if (!Number.isNaN(totalWh)) counterTotalWh = (counterTotalWh ?? 0) + totalWh
    }
    const { nextChangeAtMs: changeMs } = one.state
    if (changeMs !== null && changeMs < nextChangeAtMs) nextChangeAtMs = changeMs
    if (one.isKnownAsleep) nextChangeAtMs = Math.min(nextChangeAtMs, atMs + knownSleepMs)
  }
  const { status, reason, deviceCount, silentCount, faultCount } = isAllWell
    ? allWell(devices.length)
    : plantStatus(
        devices.map(({ device, state }) => ({ id: device.deviceId, name: device.name, group: device.group, state })),
        plan.loggers,
      )
  return {
    plantId: plan.plantId,
    status,
    reason,
    deviceCount,
    silentCount,
    faultCount,
    power: sumNow(plan, devices, nowMs),
    lastAtMs,
    intervalMs,
    today,
    isTodayKnown: producing > 0 && sleepers === producing,
    counterTotalWh,
    nextChangeAtMs,
    devices,
  }
}

const ORDINARY_INTERVAL_MS = 300_000

function judge(
  plan: PlantPlan,
  device: DevicePlan,
  memory: DeviceMemory,
  onlineUntilMs: (loggerId: number) => number | null,
  nowMs: number,
): DeviceState {
  const lastAtMs = known(memory.lastAtMs)
  const state = deviceStatus(
    {
      lastAtMs,
      intervalMs: device.intervalMs,
      pausedAtMs: device.pausedAtMs,
      resumedAtMs: device.resumedAtMs,
      // Looked up only when it is asked, which a device that reports is not.
      due: device.sleeps ? { reach: (fromMs, dueMs) => daylightOf(plan, memory).reach(fromMs, dueMs) } : alwaysDue,
      fault: faultOf(memory),
      loggerOnlineUntilMs: device.loggerId === null ? null : onlineUntilMs(device.loggerId),
    },
    nowMs,
  )
  const isKnownAsleep = state.presence === 'asleep' && lastAtMs !== null && nowMs - lastAtMs < knownSleepMs
  return { device, memory, state, isKnownAsleep }
}

type Reach = Pick<DueTime, 'reach'>
type Daylight = Readonly<{ plan: PlantPlan; learnt: Learnt; reached: Map<number, number | null> }>
const daylights = new WeakMap<DeviceMemory, Daylight>()
/** Silences of one device. */
const MOST_REACHED = 8

/** When a silent device was due does not change, so it is computed once and not with every sample of its siblings. */
function daylightOf(plan: PlantPlan, memory: DeviceMemory): Reach {
  const found = daylights.get(memory)
  const isSame = found !== undefined && found.plan === plan && found.learnt === memory.learnt
  const { reached } = isSame ? found : { reached: new Map<number, number | null>() }
  if (!isSame) daylights.set(memory, { plan, learnt: memory.learnt, reached })
  return {
    reach: (fromMs, dueMs) => {
      const atMs = reached.get(dueMs)
      if (atMs !== undefined) return atMs
      const reachedMs = daylightDueAt(plan, trusted(memory)).reach(fromMs, dueMs)
      if (reached.size >= MOST_REACHED) reached.clear()
      reached.set(dueMs, reachedMs)
      return reachedMs
    },
  }
}

/** Why a device has its status, as its own row and page say it. */
export const reasonOf = ({ device, state: { kind, sinceMs, code } }: DeviceState): Reason => ({
  kind,
  count: 1,
  total: 1,
  group: device.group,
  sinceMs,
  devices: kind === 'well' ? [] : [{ id: device.deviceId, name: device.name }],
  code,
})

type Day = Readonly<{ date: string; fromMs: number; endMs: number }>
const days = new Map<string, Day>()

/** The date of an instant, and when it ends. A handful of zones have all plants. */
function findDay(atMs: number, zone: string): Day {
  const known = days.get(zone)
  if (known !== undefined && atMs >= known.fromMs && atMs < known.endMs) return known
  const date = localDate(atMs, zone)
  const { fromMs } = dayBounds(date, zone)
  const found = { date, fromMs, endMs: dayBounds(addDays(date, 1), zone).fromMs }
  if (days.size > 1_000) days.clear()
  days.set(zone, found)
  return found
}

const trusted = ({ learnt: { wakeDeg, dozeDeg, mornings } }: DeviceMemory) =>
  mornings < LEAST_MORNINGS ? { wakeDeg: null, dozeDeg: null } : { wakeDeg, dozeDeg }

/** A power counts while its device reports; the power of panels that are known to sleep is a known zero. */
function sumNow(plan: PlantPlan, devices: readonly DeviceState[], nowMs: number): PlantPower {
  const { generationZero } = plan
  const isNight = generationZero.atNight && !isSunUp(nowMs, plan)
  const read: Read = (deviceId, quantity) => {
    const found = devices[plan.placeOf.get(deviceId) ?? -1]
    if (found === undefined) return undefined
    const { device, memory, isKnownAsleep } = found
    if (!isFresh(found)) return isKnownAsleep && quantity === PRODUCTION_W ? { value: 0 } : undefined
    const value = quantity === PRODUCTION_W ? memory.pvW : memory.others[device.others.indexOf(quantity)]
    return value === undefined || Number.isNaN(value) ? undefined : { value }
  }
  return sumShownPower(plan.sources, read, shownFromW(generationZero, isNight))
}

/** Its newest values still describe the present: it is not late yet. */
const isFresh = ({ state }: Pick<DeviceState, 'state'>): boolean => state.presence === 'well'
