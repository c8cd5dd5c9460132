import { type Flow, flows } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Accumulator, SUM_UNIT } from './accumulator.ts'
import type { Layout } from './layout.ts'

/**
 * Changes to closed periods of devices, to days of plants and to the quarantine: what a batch writes besides samples.
 */
export type Ledger = Readonly<{
  rollups: Map<string, RollupChange>
  plantDays: Map<string, PlantDayChange>
  quarantine: Map<string, QuarantineChange>
  refusedPowers: Map<string, RefusedPowers>
  checkpoints: Map<string, Checkpoint>
}>

export type RollupResolution = 'h' | 'd' | 'm' | 'y'
export type RollupChange = Readonly<{
  plantId: number
  deviceId: number
  resolution: RollupResolution
  startMs: number
  layout: Layout
  part: Accumulator
}>

/** Energies in units of 0.0001 Wh. A flow is null while the day has no reading of it. */
export type PlantDayChange = {
  readonly plantId: number
  readonly date: string
  readonly energy: Record<Flow, number | null>
  refused: number
  quarantined: number
  resets: number
  samples: number
  estimated: number
  /** Share of the generation, and of all other flows, that may belong to another day. */
  generationEstimated: number
  othersEstimated: number
  /** Share of the generation that the device reported for the time before its first record. */
  reported: number
  /** Share of the generation that follows from a hybrid's counter and its battery. */
  derived: number
  /** Counters that were first heard on this day, of which the time before is unknown; their minutes of the day, and squares. */
  begun: number
  begunMinutes: number
  begunSquares: number
  /** Those of which nothing was before: they fit any beginning up to there. */
  begunFree: number
  /** Part of the energy of a flow that was integrated from powers, and its minutes without one; null: no power counts it. */
  readonly fromPower: Record<Flow, number | null>
  readonly gapMinutes: Record<Flow, number | null>
}

/**
 * A refused step that ends at an instant: how often it was added minus how often it was removed, by the readings as
 * they are now and as they were before.
 */
export type QuarantineChange = {
  readonly plantId: number
  readonly deviceId: number
  readonly quantity: QuantityId
  readonly atMs: number
  now: number
  before: number
  step: Readonly<{ beforeWh: number; afterWh: number; refusedWh: number }>
}

/** Powers of one quantity beyond the device's limit, of a UTC day. */
export type RefusedPowers = {
  readonly plantId: number
  readonly deviceId: number
  readonly day: string
  readonly quantity: QuantityId
  readonly limitW: number
  /** The furthest from zero, with its sign. */
  peakW: number
  readings: number
  firstAtMs: number
  lastAtMs: number
}

/** The change of its row. */
export function resolveChange({ now, before }: QuarantineChange): 'kept' | 'gone' | 'untouched' {
  if (now > 0 || now > before) return 'kept'
  return now < before ? 'gone' : 'untouched'
}

/** The meters of a device before its first sample of a UTC day, in bytes. */
export type Checkpoint = Readonly<{ plantId: number; deviceId: number; day: string; meters: Buffer }>

export const emptyLedger = (): Ledger => ({
  rollups: new Map(),
  plantDays: new Map(),
  quarantine: new Map(),
  refusedPowers: new Map(),
  checkpoints: new Map(),
})

const noEnergy = Object.fromEntries(flows.map((flow) => [flow, null])) as Record<Flow, null>

const dayKey = (plantId: number, date: string): string => `${plantId} ${date}`

/** Wh; null: no reading of it. */
export function generationOf({ plantDays }: Ledger, plantId: number, date: string): number | null {
  const units = plantDays.get(dayKey(plantId, date))?.energy.generation ?? null
  return units === null ? null : units / SUM_UNIT
}

export function plantDayOf(ledger: Ledger, plantId: number, date: string): PlantDayChange {
  const key = dayKey(plantId, date)
  let day = ledger.plantDays.get(key)
  if (!day) {
    day = {
      plantId,
      date,
      energy: { ...noEnergy },
      refused: 0,
      quarantined: 0,
      resets: 0,
      samples: 0,
      estimated: 0,
      generationEstimated: 0,
      othersEstimated: 0,
      reported: 0,
      derived: 0,
      begun: 0,
      begunMinutes: 0,
      begunSquares: 0,
      begunFree: 0,
      fromPower: { ...noEnergy },
      gapMinutes: { ...noEnergy },
    }
    ledger.plantDays.set(key, day)
  }
  return day
}
