import { counterRegister, type Profile } from '@heliograph/devices/catalog/profile.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { type CounterQuirks, type ResetRule, registersOf } from '@heliograph/devices/quirks/counter.ts'
import type { OwnClock } from '@heliograph/devices/quirks/own-clock.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import type { PlantSpec } from './plant-spec.ts'

/** The counted energies: `generation` is generationTotalWh and generationTodayWh. */
export const counted = [
  'generation',
  'pv1',
  'pv2',
  'pv3',
  'pv4',
  'gridImport',
  'gridExport',
  'batteryCharge',
  'batteryDischarge',
  'load',
  'generator',
] as const
export type Counted = (typeof counted)[number]

/** How one simulated inverter deviates from an ideal one; drawn once from the seed. */
export type InverterQuirks = Readonly<{
  counters: Readonly<Record<Counted, CounterQuirks>>
  clock: OwnClock
  todayResets: ResetRule
  /**
   * Irradiance on its modules at which it wakes up in the morning, W/m²; in the evening it stays awake down to half of
   * it.
   */
  wakesAtWm2: number
  /** Share of mornings on which its first record has 0 in every counter. */
  zeroAtWake: number
}>

type Habits = Readonly<{
  /** Share of its inverters that reset "today" on wake-up, not at midnight. */
  wakeUpResets: number
  /** Seconds by which their clocks are ahead, from and to. */
  aheadS: readonly [number, number]
  zeroAtWake: number
}>

/**
 * By manufacturer. The Solis clocks and Deye's zeros after a night are from protocols.md (2.4.1, 2.4.4); one captured
 * Solis start-up record has today at 0. The rest is assumed.
 */
const habits: Readonly<Record<string, Habits>> = {
  Solis: { wakeUpResets: 0.7, aheadS: [-45, -4], zeroAtWake: 0.02 },
  Sofar: { wakeUpResets: 0.5, aheadS: [-150, 200], zeroAtWake: 0.02 },
  Deye: { wakeUpResets: 1, aheadS: [-30, 30], zeroAtWake: 0.25 },
}
const unknownHabits: Habits = { wakeUpResets: 0.5, aheadS: [-60, 60], zeroAtWake: 0 }

/** The quirks of a plant's inverters, in the order of its loggers. */
export function drawQuirks(spec: PlantSpec, seed: number): InverterQuirks[] {
  const offset = standardOffsetMinutes(spec.zone)
  return spec.loggers.flatMap((logger) => {
    const profile = findProfileById(logger.profileId)
    if (!profile) throw new RangeError(`Unknown profile ${logger.profileId}`)
    return logger.inverters.map((inverter, i): InverterQuirks => {
      const draw = (what: number, from = 0, to = 1) => from + (to - from) * randomAt(seed, 61, logger.serial, i, what)
      const { wakeUpResets, aheadS, zeroAtWake } = habits[profile.maker] ?? unknownHabits
      return {
        counters: drawCounters(profile, (what) => draw(100 + what)),
        clock: { offsetMinutes: offset, aheadS: Math.round(draw(1, ...aheadS)) },
        // A device that never sleeps cannot reset on wake-up.
        todayResets: !inverter.master && draw(2) < wakeUpResets ? 'wake-up' : 'midnight',
        wakesAtWm2: draw(3, 10, 40),
        zeroAtWake,
      }
    })
  })
}

/** No total starts at a whole step: earlier energy left a rest. */
function drawCounters(profile: Profile, draw: (what: number) => number): InverterQuirks['counters'] {
  const step = (id: string) => (isQuantityId(id) ? counterRegister(profile, id as QuantityId) : undefined)
  const entries = counted.map((name, i): [Counted, CounterQuirks] => {
    const total = step(`${name}TotalWh`)
    return [
      name,
      {
        totalStepWh: total?.stepWh ?? 1,
        todayStepWh: step(`${name}TodayWh`)?.stepWh ?? 1,
        startWh: draw(i) * (total?.stepWh ?? 1),
        ...(total ? { wrapsAtWh: total.wrapsAtWh } : {}),
      },
    ]
  })
  return Object.fromEntries(entries) as Record<Counted, CounterQuirks>
}

/** Clocks without DST. */
function standardOffsetMinutes(zone: string): number {
  return Math.min(...[0, 6].map((month) => offsetMinutes(Date.UTC(2026, month, 15), zone)))
}

/** The register values for an energy: the device's own total, today and yesterday, Wh. */
export const showCounter = (
  quirks: InverterQuirks,
  name: Counted,
  truth: Readonly<{ total: number; today: number; yesterday: number }>,
) =>
  registersOf(
    { totalWh: truth.total, sinceResetWh: truth.today, beforeResetWh: truth.yesterday },
    quirks.counters[name],
  )
