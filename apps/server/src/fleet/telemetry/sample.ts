import type { CounterMeaning } from '@heliograph/domain/counter-meaning.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { MeterRule } from '@heliograph/domain/meter.ts'
import type { CountsAs } from '@heliograph/domain/meter-role.ts'
import type { DeviceMetering } from '@heliograph/domain/metering.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { TimeSource, Values } from '@heliograph/domain/reading.ts'
import type { SunWeight } from '../../platform/sun/sun.ts'

/**
 * Facts of a device that append needs. The caller may cache it; `quantities` may be an old prefix of the stored list.
 */
export type DeviceMeta = Readonly<{
  plantId: number
  deviceId: number
  /** The plant's IANA zone: its days and hours are bounded there. */
  zone: string
  quantities: readonly QuantityId[]
  flows: readonly Flow[]
  /** How it counts from which day on, ascending from the beginning; missing: `flows`, by all its counters. */
  metering?: readonly DeviceMetering[]
  /** A meter whose owner said how it is wired: to which flow each counter adds, times the ratio. */
  wiring?: Readonly<{ countsAs: CountsAs; ratio: number; batterySign?: 1 | -1 }> | undefined
  /** The flows whose energy may be integrated from a power while no counter of it is heard; missing: none. */
  estimates?: readonly Flow[]
  /** The flows whose counters an import made of powers; missing: none. */
  integrated?: readonly Flow[]
  /** Days on which another device alone measures a flow, by a person's choice; missing: none. */
  replaced?: readonly ReplacedDays[]
  /** It waits for its owner's word: its samples are stored, and in no figure of the plant. */
  isOnHold?: boolean
  /** When it came from other plants, ascending: what its counters showed until then is counted there. */
  arrivals?: readonly Arrival[]
  /** The bounds of a total's meter, and the steps in which its counters move. */
  ruleOf: (total: QuantityId) => MeterRule
  /** The most that a power may say, W; beyond it the value is stored and not believed. Missing: anything. */
  powerLimitOf?: (quantity: QuantityId) => number
  /** Stated meaning of its counter of generation; missing: its nights show it. */
  counterMeaning?: CounterMeaning | undefined
  /** Divides generation over a time without data; null: evenly. */
  sun: SunWeight | null
}>

/** From one date of the plant to another, both included. */
export type ReplacedDays = Readonly<{ flow: Flow; first: string; last: string }>

/** `base`: its counters in the last record before, Wh; null: that record is too old to go on from. */
export type Arrival = Readonly<{
  atMs: number
  base: Readonly<{ atMs: number; values: Readonly<Record<string, number>> }> | null
}>

export type NewSample = Readonly<{
  device: DeviceMeta
  atMs: number
  timeSource: TimeSource
  values: Values
  /** Which of the plant's known addresses it came from (logger_addresses.slot); missing: not known. */
  slot?: number | undefined
}>

/**
 * `late`: stored, but not newer than the device's newest sample. Not stored: the device and instant existed already.
 */
export type SampleOutcome = Readonly<{ stored: boolean; late: boolean }>

/** A counter step that was refused and is in no sum. */
export type RefusedStep = Readonly<{
  deviceId: number
  quantity: QuantityId
  /** Instant of the later reading. */
  atMs: number
  beforeWh: number
  afterWh: number
  refusedWh: number
}>

/** A device's newest values at one moment. */
export type Newest = Readonly<{
  atMs: number
  valueOf: (quantity: QuantityId) => LatestReading | undefined
  /** The value alone, unless it is older than an instant: the rules ask for dozens of each sample. */
  valueSince: (quantity: QuantityId, fromMs: number) => number | undefined
}>
type LatestReading = Readonly<{ value: number; atMs: number }>

export const toNewest = (atMs: number, find: Newest['valueOf']): Newest => ({
  atMs,
  valueOf: find,
  valueSince: (quantity, fromMs) => {
    const found = find(quantity)
    return found !== undefined && found.atMs >= fromMs ? found.value : undefined
  },
})

/** The last report of a device before a batch, and after it; `count` of its new samples are newer than `before`. */
export type DeviceChange = Readonly<{ device: DeviceMeta; before: Newest | undefined; after: Newest; count: number }>

/** @property fromMs of the oldest such sample */
export type LateDevice = Readonly<{ plantId: number; deviceId: number; fromMs: number }>

export type AppendResult = Readonly<{
  /** In the order of the batch. */
  outcomes: readonly SampleOutcome[]
  refused: readonly RefusedStep[]
  /** Plants with at least one new sample. */
  plantIds: readonly number[]
  /** Devices whose newest sample is in the batch. */
  changes: readonly DeviceChange[]
  /** Devices with new samples older than their newest. */
  late: readonly LateDevice[]
  /** Energy that the batch added to the generation of a plant's own date, Wh; null: no reading of it. */
  generatedOn: (plantId: number, date: string) => number | null
  /** By device: the stored list, where it is longer than the given one. */
  quantities: ReadonlyMap<number, readonly QuantityId[]>
}>

/**
 * A sample as a row: numbers in the order of the device's list, null or missing at the end without a value. `origin` says how
 * its instant is known and from which address it came: both in the one column time_source.
 */
export type Row = Readonly<{ atMs: number; origin: number; values: readonly (number | null)[] }>

const timeSources: readonly TimeSource[] = ['frame', 'boot', 'device-clock', 'received']

const SOURCE_BITS = 2
/** The column is a smallint. */
export const MOST_SLOTS = 2 ** (15 - SOURCE_BITS) - 1

export const originOf = (source: TimeSource, slot = 0): number => (slot << SOURCE_BITS) | timeSources.indexOf(source)
export const timeSourceOf = (origin: number): TimeSource => timeSources[origin & 3] ?? 'received'
export const slotOf = (origin: number): number => origin >> SOURCE_BITS
/** Whether its instant is certain. */
export const isTimed = (origin: number): boolean => (origin & 3) === 0
