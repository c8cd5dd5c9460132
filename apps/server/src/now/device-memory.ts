import { type Fault, LATE_INTERVALS } from '@heliograph/domain/status.ts'
import type { Newest } from '../telemetry/telemetry.ts'
import { type ReportedFault, readFault } from './device-fault.ts'
import { type Learnt, learnMorning } from './learn-morning.ts'
import { type DevicePlan, type PlantPlan, type PowerColumn, powerColumns } from './plant-plan.ts'
import { type IdleWatch, isLongIdle, readFresh, watchIdle } from './watch-idle.ts'

/** What a device reports about itself in its newest samples. */
export type DeviceValues = Readonly<
  Record<PowerColumn, number | null> & {
    lastAtMs: number | null
    todayWh: number | null
    todayAtMs: number | null
    totalWh: number | null
  }
>

/** What is known of a device from its samples: the row of device_now without its status. */
export type DeviceMemory = Readonly<{
  values: DeviceValues
  fault: ReportedFault | null
  idle: IdleWatch
  learnt: Learnt
}>

const noValues: DeviceValues = {
  pvW: null,
  gridW: null,
  batteryW: null,
  loadW: null,
  generatorW: null,
  upsW: null,
  socPercent: null,
  lastAtMs: null,
  todayWh: null,
  todayAtMs: null,
  totalWh: null,
}

export const emptyMemory: DeviceMemory = {
  values: noValues,
  fault: null,
  idle: { idleSinceMs: null, idleLitS: 0, isIdle: false },
  learnt: { wakeDeg: null, dozeDeg: null, mornings: 0 },
}

export function valuesOf(device: DevicePlan, newest: Newest): DeviceValues {
  const { made } = device
  const today = newest.valueOf(made.today)
  const total = newest.valueOf(made.total)
  return {
    pvW: sumKnown(device, newest),
    gridW: readFresh(device, newest, powerColumns.gridW),
    batteryW: readFresh(device, newest, powerColumns.batteryW),
    loadW: readFresh(device, newest, powerColumns.loadW),
    generatorW: readFresh(device, newest, powerColumns.generatorW),
    upsW: readFresh(device, newest, powerColumns.upsW),
    socPercent: readFresh(device, newest, powerColumns.socPercent),
    lastAtMs: newest.atMs,
    todayWh: today === undefined ? null : today.value * made.factor,
    todayAtMs: today?.atMs ?? null,
    totalWh: total === undefined ? null : total.value * made.factor,
  }
}

/** Null when one of the parts is not known. */
function sumKnown(device: DevicePlan, newest: Newest): number | null {
  let sum: number | null = null
  for (const quantity of device.pv) {
    const value = readFresh(device, newest, quantity)
    if (value === null) return null
    sum = (sum ?? 0) + value
  }
  return sum
}

/** The state of a device after its newest sample; `before` is its previous report. */
export function remember(
  memory: DeviceMemory,
  plan: PlantPlan,
  device: DevicePlan,
  after: Newest,
  before: Newest | undefined,
): DeviceMemory {
  const values = valuesOf(device, after)
  return {
    values,
    fault: readFault(memory.fault, device, after),
    idle: watchIdle(memory.idle, plan, device, values.pvW, after, before),
    learnt: learnMorning(memory.learnt, plan, device, after.atMs, before?.atMs ?? memory.values.lastAtMs),
  }
}

export function judgeIdle(memory: DeviceMemory, areOthersMaking: boolean): DeviceMemory {
  const { idle } = memory
  return idle.isIdle || !isLongIdle(idle, areOthersMaking) ? memory : { ...memory, idle: { ...idle, isIdle: true } }
}

/** A producing sibling shows that the sun reaches the plant. */
export const isProducing = (device: DevicePlan, { values: { pvW, lastAtMs } }: DeviceMemory, atMs: number): boolean =>
  device.makes &&
  pvW !== null &&
  lastAtMs !== null &&
  pvW > Math.max(10, 0.02 * (device.ratedW ?? 0)) &&
  Math.abs(atMs - lastAtMs) <= LATE_INTERVALS * device.intervalMs

/** The idle fault is more severe: it says what is lost. */
export function faultOf({ fault, idle: { isIdle, idleSinceMs } }: DeviceMemory): Fault | null {
  if (isIdle && idleSinceMs !== null) return { kind: 'idle', code: fault?.code ?? null, sinceMs: idleSinceMs }
  return fault
}
