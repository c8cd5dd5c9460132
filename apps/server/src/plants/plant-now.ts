import { conditionOf, type NetworkStatus, type PlantCondition } from '@heliograph/domain/plant.ts'
import type { Db } from '../db/database.ts'
import {
  deviceCondition,
  freshValue,
  hasFault,
  listDevicesOfPlants,
  type PlantDevice,
  sleepsAtNight,
} from '../devices/devices.ts'
import { type Latest, latestOfPlants, plantsToday } from '../telemetry/telemetry.ts'
import { getFacts, type PlantFacts } from './plant-facts.ts'
import { type PlantPower, sumPower } from './plant-power.ts'
import { choosePowerSources, type PowerRole, type PowerSources } from './power-sources.ts'
import { findNextSunrise, isSunUp } from './sun.ts'

/** What happens at a plant now: from its facts, its devices, their newest values and the sun. Pure from here on. */
export type PlantState = Readonly<{
  facts: PlantFacts
  sunUp: boolean
  power: PlantPower
  sources: PowerSources
  devices: readonly PlantDevice[]
  condition: PlantCondition
  networkStatus: NetworkStatus
  hasFault: boolean
  lastAtMs: number | null
  /** Of the slowest logger: what "late" is measured with. */
  intervalMs: number
  /** Sum of the devices' own lifetime counters of generation, Wh, however old; null: there is none. */
  counterTotalWh: number | null
}>

const ordinaryIntervalMs = 5 * 60_000

export function describePlant(
  facts: PlantFacts,
  devices: readonly PlantDevice[],
  latest: readonly Latest[],
  nowMs: number,
): PlantState {
  const sunUp = isSunUp(nowMs, facts)
  const latestById = new Map(latest.map((one) => [one.deviceId, one]))
  const deviceById = new Map(devices.map((one) => [one.deviceId, one]))
  const conditionById = new Map(
    devices.map((one) => [one.deviceId, deviceCondition(one, latestById.get(one.deviceId), nowMs, sunUp)]),
  )
  const sources = choosePowerSources(devices, facts.gridType)
  const ofPanels = new Set([...sources.pv, ...sources.micro].map(({ deviceId, quantity }) => `${deviceId} ${quantity}`))
  const power = sumPower(sources, (deviceId, quantity) => {
    const device = deviceById.get(deviceId)
    if (device === undefined) return undefined
    const value = freshValue(latestById.get(deviceId), quantity, nowMs, device.intervalMs)
    if (value !== undefined) return { value }
    // Silent because its sun is down: its panels deliver nothing, and that is known.
    return conditionById.get(deviceId) === 'asleep' && ofPanels.has(`${deviceId} ${quantity}`)
      ? { value: 0 }
      : undefined
  })
  const lastAtMs = latest.length === 0 ? null : Math.max(...latest.map(({ atMs }) => atMs))
  const intervalMs = devices.length === 0 ? ordinaryIntervalMs : Math.max(...devices.map((one) => one.intervalMs))
  const totals = devices
    .filter(({ flows }) => flows.includes('generation'))
    .map(({ deviceId }) => latestById.get(deviceId)?.values.generationTotalWh?.value)
    .filter((value) => value !== undefined)
  return {
    facts,
    sunUp,
    power,
    sources,
    devices,
    condition: conditionOf(lastAtMs, nowMs, intervalMs, sunUp, devices.length > 0 && devices.every(sleepsAtNight)),
    networkStatus: networkStatusOf([...conditionById.values()]),
    hasFault: devices.some((one) => hasFault(latestById.get(one.deviceId), nowMs, one.intervalMs)),
    lastAtMs,
    intervalMs,
    counterTotalWh: totals.length === 0 ? null : totals.reduce((sum, value) => sum + value, 0),
  }
}

/** A device that sleeps is where it should be. */
export function networkStatusOf(conditions: readonly PlantCondition[]): NetworkStatus {
  if (conditions.length === 0) return 'NO_DEVICE'
  const away = conditions.filter((one) => one === 'offline' || one === 'waiting').length
  if (away === 0) return 'NORMAL'
  return away === conditions.length ? 'ALL_OFFLINE' : 'PARTIAL_OFFLINE'
}

/** Names of the devices that play a role, each once. */
export function namesOf({ sources, devices }: PlantState, role: PowerRole): readonly string[] {
  const ids = new Set(sources[role].map(({ deviceId }) => deviceId))
  return devices.filter(({ deviceId }) => ids.has(deviceId)).map(({ name }) => name)
}

export type PlantNow = PlantState &
  Readonly<{
    generationTodayWh: number | null
    /** While the sun is down. */
    nextSunriseMs: number | null
    nowMs: number
  }>

/** @throws Refusal NOT_FOUND */
export async function plantNow(db: Db, plantId: number, nowMs: number): Promise<PlantNow> {
  const [facts, devices, latest, today] = await Promise.all([
    getFacts(db, plantId),
    listDevicesOfPlants(db, [plantId]),
    latestOfPlants(db, [plantId]),
    plantsToday(db, [plantId], nowMs),
  ])
  return {
    ...describePlant(facts, devices.get(plantId) ?? [], latest.get(plantId) ?? [], nowMs),
    generationTodayWh: today.get(plantId)?.energy.generation ?? null,
    nextSunriseMs: findNextSunrise(nowMs, facts),
    nowMs,
  }
}
