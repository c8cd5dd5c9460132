import { lastMidnightMs, type OwnClock } from './own-clock.ts'

/**
 * How the counters of a real device depart from the energy that really flowed. Pure: the simulator sends by it, and the
 * tests of the energy are held against it.
 */
export type CounterQuirks = Readonly<{
  totalStepWh: number
  todayStepWh: number
  /** What the total had counted before the truth begins. Its rest below a step decides when the next step comes. */
  startWh: number
  /** Where the total starts again at 0, if it ever does. */
  wrapsAtWh?: number
}>

/** When "today" starts again: at the device's own midnight, or when the device first wakes on a new date of its own. */
export type ResetRule = 'midnight' | 'wake-up'

export type DeviceQuirks = Readonly<{ counter: CounterQuirks; clock: OwnClock; todayResets: ResetRule }>

/** The energy that really flowed, Wh: in all, since the last reset of "today", and between that reset and the one before. */
export type TrueEnergy = Readonly<{ totalWh: number; sinceResetWh: number; beforeResetWh: number }>

export type CounterRegisters = Readonly<{ totalWh: number; todayWh: number; yesterdayWh: number }>

/** What the registers show of an energy: whole steps, never rounded up. */
export function registersOf(truth: TrueEnergy, quirks: CounterQuirks): CounterRegisters {
  const totalWh = wholeSteps(quirks.startWh + truth.totalWh, quirks.totalStepWh)
  return {
    totalWh: quirks.wrapsAtWh === undefined ? totalWh : totalWh % quirks.wrapsAtWh,
    todayWh: wholeSteps(truth.sinceResetWh, quirks.todayStepWh),
    yesterdayWh: wholeSteps(truth.beforeResetWh, quirks.todayStepWh),
  }
}

/**
 * What the registers show at an instant. `energyAt` is the energy that had really flowed by an instant, 0 before the
 * first; `wakes` are the instants at which the device woke up, oldest first (only a reset at wake-up asks for them).
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

/** The last reset of "today" at or before an instant, and the one before it; -Infinity where there was none. */
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
  // A sum of many small energies may end a hair below the step that it reached.
  return (wh - steps * stepWh > stepWh * (1 - 1e-9) ? steps + 1 : steps) * stepWh
}
