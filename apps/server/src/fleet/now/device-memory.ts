import { type Fault, lateAfterMs } from '@heliograph/domain/status.ts'
import type { Newest } from '../telemetry/telemetry.ts'
import { type ReportedFault, readFault } from './device-fault.ts'
import { type Learnt, learnMorning } from './learn-morning.ts'
import type { DevicePlan, PlantPlan } from './plant-plan.ts'
import { type IdleWatch, isLongIdle, readFresh, watchIdle } from './watch-idle.ts'

/**
 * State of a device from its samples: the row of device_now without its status, and the numbers for the plant's
 * figures. Numbers are NaN where unknown: then a kept one is overwritten in place, while null would make each an object
 * of its own.
 */
export type DeviceMemory = Readonly<{
  lastAtMs: number
  pvW: number
  totalWh: number
  /** By the plan's `others`. */
  others: readonly number[]
  fault: ReportedFault | null
  idle: IdleWatch
  learnt: Learnt
}>

export const emptyMemory: DeviceMemory = {
  lastAtMs: Number.NaN,
  pvW: Number.NaN,
  totalWh: Number.NaN,
  others: [],
  fault: null,
  idle: { idleSinceMs: null, idleLitS: 0, isIdle: false },
  learnt: { wakeDeg: null, dozeDeg: null, mornings: 0 },
}

/** The memory of a device that is kept from sample to sample. */
export type KeptMemory = { -readonly [Key in keyof Omit<DeviceMemory, 'others'>]: DeviceMemory[Key] } & {
  readonly others: number[]
}

export const toKept = (memory: DeviceMemory): KeptMemory => ({ ...memory, others: [...memory.others] })

/** In place: a new object of each device and sample costs the garbage collector as much as all else here. */
export function overwrite(kept: KeptMemory, memory: DeviceMemory): void {
  kept.lastAtMs = memory.lastAtMs
  kept.pvW = memory.pvW
  kept.totalWh = memory.totalWh
  for (let at = 0; at < memory.others.length; at++) kept.others[at] = memory.others[at] as number
  kept.fault = memory.fault
  kept.idle = memory.idle
  kept.learnt = memory.learnt
}

/** The device's own counter of all that it made, Wh. */
export function lifetimeOf({ made }: DevicePlan, newest: Newest): number | null {
  const total = newest.valueSince(made.total, Number.NEGATIVE_INFINITY)
  return total === undefined ? null : total * made.factor
}

/** Production of a device, W; null when one of the parts is not known. */
export function productionOf(device: DevicePlan, newest: Newest): number | null {
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
  const pvW = productionOf(device, after)
  const beforeAtMs = before?.atMs ?? known(memory.lastAtMs)
  return {
    lastAtMs: after.atMs,
    pvW: pvW ?? Number.NaN,
    totalWh: lifetimeOf(device, after) ?? Number.NaN,
    others: device.others.length === 0 ? emptyMemory.others : othersOf(device, after),
    fault: readFault(memory.fault, device, after),
    idle: watchIdle(memory.idle, plan, device, pvW, after, before),
    learnt: learnMorning(memory.learnt, plan, device, after.atMs, beforeAtMs),
  }
}

const othersOf = (device: DevicePlan, newest: Newest): readonly number[] =>
  device.others.map((quantity) => readFresh(device, newest, quantity) ?? Number.NaN)

/** A number as it is, and null where it is unknown. */
export const known = (value: number): number | null => (Number.isNaN(value) ? null : value)

export function judgeIdle(memory: DeviceMemory, areOthersMaking: boolean): DeviceMemory {
  const { idle } = memory
  return idle.isIdle || !isLongIdle(idle, areOthersMaking) ? memory : { ...memory, idle: { ...idle, isIdle: true } }
}

/** A producing sibling shows that the sun reaches the plant. NaN fails each of the comparisons. */
export const isProducing = (device: DevicePlan, { pvW, lastAtMs }: DeviceMemory, atMs: number): boolean =>
  device.makes &&
  pvW > Math.max(10, 0.02 * (device.ratedW ?? 0)) &&
  Math.abs(atMs - lastAtMs) <= lateAfterMs(device.intervalMs)

/** The idle fault is more severe: it says what is lost. */
export function faultOf({ fault, idle: { isIdle, idleSinceMs } }: DeviceMemory): Fault | null {
  if (isIdle && idleSinceMs !== null) return { kind: 'idle', code: fault?.code ?? null, sinceMs: idleSinceMs }
  return fault
}
