import { lastMidnightMs, type OwnClock } from './own-clock.ts'

/**
 * How the counters of a real device deviate from the energy that really flowed. Pure: the simulator uses it, and the
 * energy tests compare with it.
 */
export type CounterQuirks = Readonly<{
  totalStepWh: number
  todayStepWh: number
  /** The total before the simulation starts. Its rest below a step decides when the next step comes. */
  startWh: number
  /** The roll-over of the total, if it has one. */
  wrapsAtWh?: number
}>

/** When "today" restarts: at the device's own midnight, or when the device first wakes up on a new date of its own. */
export type ResetRule = 'midnight' | 'wake-up'

export type DeviceQuirks = Readonly<{ counter: CounterQuirks; clock: OwnClock; todayResets: ResetRule }>

/**
 * The energy that really flowed, Wh: in total, since the last reset of "today", and between that reset and the one
 * before.
 */
export type TrueEnergy = Readonly<{ totalWh: number; sinceResetWh: number; beforeResetWh: number }>

export type CounterRegisters = Readonly<{ totalWh: number; todayWh: number; yesterdayWh: number }>

/** The register values for an energy: whole steps, never rounded up. */
export function registersOf(truth: TrueEnergy, quirks: CounterQuirks): CounterRegisters {
  const totalWh = wholeSteps(quirks.startWh + truth.totalWh, quirks.totalStepWh)
  return {
    totalWh: quirks.wrapsAtWh === undefined ? totalWh : totalWh % quirks.wrapsAtWh,
    todayWh: wholeSteps(truth.sinceResetWh, quirks.todayStepWh),
    yesterdayWh: wholeSteps(truth.beforeResetWh, quirks.todayStepWh),
  }
}

/**
 * The register values at an instant. `energyAt` is the energy that had really flowed by an instant, 0 before the first;
 * `wakes` are the instants at which the device woke up, oldest first (needed only for a reset at wake-up).
 */
export function registersAt(
  energyAt: (atMs: number) => number,
  quirks: DeviceQuirks,
  atMs: number,
  wakes: readonly number[] = [],
): CounterRegisters {
  const [lastMs, beforeMs] = lastResets(quirks, atMs, wakes)
  const [totalWh, lastWh, beforeWh] = [energyAt(atMs), energyAt(lastMs), energyAt(beforeMs)]
  return registersOf({ totalWh, sinceResetWh: totalWh - lastWh, beforeResetWh: lastWh - beforeWh }, quirks.counter)
}

/** The last reset of "today" at or before an instant, and the one before it; -Infinity without one. */
export function lastResets(
  { clock, todayResets }: Pick<DeviceQuirks, 'clock' | 'todayResets'>,
  atMs: number,
  wakes: readonly number[] = [],
): readonly [lastMs: number, beforeMs: number] {
  if (todayResets === 'midnight') {
    const lastMs = lastMidnightMs(clock, atMs)
    return [lastMs, lastMidnightMs(clock, lastMs - 1)]
  }
  const firstOfDay = wakes.filter(
    (wakeMs, i) => wakeMs <= atMs && lastMidnightMs(clock, wakeMs) !== lastMidnightMs(clock, wakes[i - 1] ?? -1e15),
  )
  return [firstOfDay.at(-1) ?? Number.NEGATIVE_INFINITY, firstOfDay.at(-2) ?? Number.NEGATIVE_INFINITY]
}

/** Cut to whole steps, never rounded up. */
export const wholeSteps = (wh: number, stepWh: number): number => {
  const steps = Math.floor(wh / stepWh)
  // A sum of many small energies may end slightly below the step that it reached.
  return (wh - steps * stepWh > stepWh * (1 - 1e-9) ? steps + 1 : steps) * stepWh
}
