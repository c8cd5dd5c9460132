import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import {
  alwaysDue,
  type DeviceStatus,
  deviceStatus,
  type PlantStatus,
  plantStatus,
  type Reason,
} from '@heliograph/domain/status.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import { createDaylightDue } from '@heliograph/solar/due-time.ts'
import { type DeviceMemory, faultOf } from './device-memory.ts'
import { type DevicePlan, type PlantPlan, type PowerColumn, powerColumns } from './plant-plan.ts'
import { type PlantPower, sumPower } from './plant-power.ts'

/** Mornings after which a device's own hours are trusted. */
const leastMornings = 3
/** Silence that is known to be sleep: what slept longer may have broken meanwhile. */
export const knownSleepMs = DAY_MS

export type DeviceState = Readonly<{
  device: DevicePlan
  memory: DeviceMemory
  state: DeviceStatus
  reason: Reason
  /** Its silence is sleep, so its panels are known to give nothing. */
  isKnownAsleep: boolean
}>

export type PlantNowState = PlantStatus &
  Readonly<{
    plantId: number
    power: PlantPower
    lastAtMs: number | null
    intervalMs: number
    today: string
    /** Without a record of today: known to be nothing, because all that produces is known to be asleep. */
    isTodayKnown: boolean
    counterTotalWh: number | null
    nextChangeAtMs: number
    devices: readonly DeviceState[]
  }>

/** Everything about a plant at an instant, from what its devices said last. Pure: the rows are written from this alone. */
export function computeNow(
  plan: PlantPlan,
  memoryOf: (deviceId: number) => DeviceMemory,
  onlineUntilMs: (loggerId: number) => number | null,
  nowMs: number,
): PlantNowState {
  const devices = plan.devices.map((device): DeviceState => {
    const memory = memoryOf(device.deviceId)
    const state = deviceStatus(
      {
        lastAtMs: memory.lastAtMs,
        intervalMs: device.intervalMs,
        due: device.sleeps ? createDaylightDue(plan.latitudeDeg, plan.longitudeDeg, learnt(memory)) : alwaysDue,
        fault: faultOf(memory),
        loggerOnlineUntilMs: device.loggerId === null ? null : onlineUntilMs(device.loggerId),
      },
      nowMs,
    )
    const { kind, sinceMs, code, presence } = state
    const reason: Reason = {
      kind,
      count: 1,
      total: 1,
      group: device.group,
      sinceMs,
      devices: kind === 'well' ? [] : [{ id: device.deviceId, name: device.name }],
      code,
    }
    const isKnownAsleep = presence === 'asleep' && memory.lastAtMs !== null && nowMs - memory.lastAtMs < knownSleepMs
    return { device, memory, state, reason, isKnownAsleep }
  })
  const today = localDate(nowMs, plan.zone)
  const midnightMs = findMidnight(today, plan.zone)
  const makers = devices.filter(({ device }) => device.makes)
  const totals = makers.flatMap(({ memory }) => (memory.totalWh === null ? [] : [memory.totalWh]))
  const changes = devices.flatMap(({ state, isKnownAsleep, memory }) => [
    state.nextChangeAtMs,
    isKnownAsleep && memory.lastAtMs !== null ? memory.lastAtMs + knownSleepMs : null,
  ])
  return {
    plantId: plan.plantId,
    ...plantStatus(
      devices.map(({ device, state }) => ({ id: device.deviceId, name: device.name, group: device.group, state })),
      plan.loggers,
    ),
    power: sumNow(plan, devices),
    lastAtMs: latest(devices.map(({ memory }) => memory.lastAtMs)),
    intervalMs: Math.max(...plan.devices.map(({ intervalMs }) => intervalMs), plan.devices.length === 0 ? 300_000 : 0),
    today,
    isTodayKnown: makers.length > 0 && makers.every(({ isKnownAsleep }) => isKnownAsleep),
    counterTotalWh: totals.length === 0 ? null : totals.reduce((sum, one) => sum + one, 0),
    nextChangeAtMs: Math.min(midnightMs, ...changes.filter((atMs) => atMs !== null)),
    devices,
  }
}

const midnights = new Map<string, number>()

/** When a date ends. A handful of zones have all plants. */
function findMidnight(today: string, zone: string): number {
  const key = `${today} ${zone}`
  const known = midnights.get(key)
  if (known !== undefined) return known
  const foundMs = dayBounds(addDays(today, 1), zone).fromMs
  if (midnights.size > 2_000) midnights.clear()
  midnights.set(key, foundMs)
  return foundMs
}

const learnt = ({ wakeDeg, dozeDeg, mornings }: DeviceMemory) =>
  mornings < leastMornings ? { wakeDeg: null, dozeDeg: null } : { wakeDeg, dozeDeg }

const latest = (instants: readonly (number | null)[]): number | null => {
  const known = instants.filter((atMs) => atMs !== null)
  return known.length === 0 ? null : Math.max(...known)
}

const columnOf: ReadonlyMap<QuantityId, PowerColumn> = new Map(
  (Object.keys(powerColumns) as PowerColumn[]).map((column) => [powerColumns[column], column]),
)

/** A power counts while its device is heard; panels that are known to sleep give nothing, and that is known. */
function sumNow(plan: PlantPlan, devices: readonly DeviceState[]): PlantPower {
  const byId = new Map(devices.map((one) => [one.device.deviceId, one]))
  return sumPower(plan.sources, (deviceId, quantity) => {
    const found = byId.get(deviceId)
    const column = columnOf.get(quantity)
    if (found === undefined || column === undefined) return undefined
    const value = isFresh(found) ? found.memory[column] : found.isKnownAsleep && column === 'pvW' ? 0 : null
    return value === null ? undefined : { value }
  })
}

/** Its newest values still say what is: it is not late yet. */
export const isFresh = ({ state }: Pick<DeviceState, 'state'>): boolean => state.presence === 'well'
