import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Complaint, Decoded, TimeSource } from '@heliograph/domain/reading.ts'

/**
 * The logger's three clocks, seconds, u32: total run time, run time since boot, and the offset from total run time to
 * Unix time.
 */
export type TimeFields = Readonly<{ totalS: number; poweronS: number; offsetS: number }>

export type DeviceClock = NonNullable<Decoded['deviceClock']>

/** An offset from another frame of the same logger, with the boot it belongs to. */
export type BootOffset = Readonly<{ bootBaseS: number; offsetS: number }>

const WRAP = 2 ** 32
const FUTURE_MS = MINUTE_MS
/** Two frames belong to one boot when their bases differ by no more than this. */
const BOOT_TOLERANCE_S = 10
export const DEFAULT_MAX_AGE_DAYS = 40

/** Reads three u32 little-endian seconds at byte `at`. @throws RangeError when the payload ends before them */
export function readTimeFields(payload: Uint8Array, at: number): TimeFields {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  return {
    totalS: view.getUint32(at, true),
    poweronS: view.getUint32(at + 4, true),
    offsetS: view.getUint32(at + 8, true),
  }
}

/** Writes three u32 little-endian seconds at byte `at`. @throws RangeError when they do not fit */
export function writeTimeFields(payload: Uint8Array, at: number, time: TimeFields): void {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  view.setUint32(at, time.totalS, true)
  view.setUint32(at + 4, time.poweronS, true)
  view.setUint32(at + 8, time.offsetS, true)
}

/** Run time at which this boot started, seconds modulo 2^32: the same for every frame of one boot, within 5 s. */
export const bootBaseS = (time: TimeFields): number => wrap(time.totalS - time.poweronS)

/** When the record was taken, Unix seconds, or undefined while the logger has not been synchronized (offset 0). */
export const acquisitionS = (time: TimeFields): number | undefined =>
  time.offsetS === 0 ? undefined : wrap(time.totalS + time.offsetS)

/** The time fields that a logger sends for the instant `atS`; an unsynchronized one sends offset 0. */
export function timeFieldsAt(
  atS: number,
  boot: Readonly<{ bootedAtS: number; bootBaseS: number; synchronized: boolean }>,
): TimeFields {
  const poweronS = Math.max(0, Math.round(atS - boot.bootedAtS))
  const totalS = wrap(boot.bootBaseS + poweronS)
  return { totalS, poweronS, offsetS: boot.synchronized ? wrap(Math.round(atS) - totalS) : 0 }
}

export type Instant = Readonly<{ atMs: number; source: TimeSource; complaints: readonly Complaint[] }>

/**
 * When a record was taken. In this order: its own offset; the offset of another frame of the same boot (accurate to
 * about 15 s); the device's own wall clock in the plant's zone; the time of receipt. A candidate outside [received -
 * maxAgeDays, received + 1 min] is skipped with a complaint; any result but the first gets the complaint "estimated".
 * The offset of a later boot is not used: across a night it is hours wrong.
 */
export function resolveInstant(
  options: Readonly<{
    time: TimeFields
    knownOffsets: readonly BootOffset[]
    deviceClock?: DeviceClock | undefined
    /** Offset of the plant's zone from UTC in minutes at an instant. */
    zoneOffsetMinutesAt?: ((utcMs: number) => number) | undefined
    receivedAtMs: number
    maxAgeDays?: number | undefined
  }>,
): Instant {
  const earliestMs = options.receivedAtMs - (options.maxAgeDays ?? DEFAULT_MAX_AGE_DAYS) * DAY_MS
  const latestMs = options.receivedAtMs + FUTURE_MS
  const complaints: Complaint[] = []
  for (const [source, atMs] of candidates(options)) {
    if (atMs < earliestMs || atMs > latestMs) {
      complaints.push({ code: 'time-out-of-bounds', raw: atMs })
      continue
    }
    if (source !== 'frame') complaints.push({ code: 'time-estimated' })
    return { atMs, source, complaints }
  }
  return { atMs: options.receivedAtMs, source: 'received', complaints: [...complaints, { code: 'time-estimated' }] }
}

function* candidates(
  options: Parameters<typeof resolveInstant>[0],
): Generator<[Exclude<TimeSource, 'received'>, number]> {
  const own = acquisitionS(options.time)
  if (own !== undefined) yield ['frame', own * 1000]
  const base = bootBaseS(options.time)
  const sameBoot = options.knownOffsets.find(
    (known) => known.offsetS !== 0 && distance(known.bootBaseS, base) <= BOOT_TOLERANCE_S,
  )
  if (sameBoot) yield ['boot', wrap(options.time.totalS + sameBoot.offsetS) * 1000]
  if (options.deviceClock && options.zoneOffsetMinutesAt) {
    const atMs = localToUtcMs(options.deviceClock, options.zoneOffsetMinutesAt)
    if (Number.isFinite(atMs)) yield ['device-clock', atMs]
  }
}

function localToUtcMs(clock: DeviceClock, zoneOffsetMinutesAt: (utcMs: number) => number): number {
  const asUtcMs = Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second)
  // Twice, because the offset depends on the instant and the instant on the offset.
  const roughMs = asUtcMs - zoneOffsetMinutesAt(asUtcMs) * MINUTE_MS
  return asUtcMs - zoneOffsetMinutesAt(roughMs) * MINUTE_MS
}

const wrap = (seconds: number): number => ((seconds % WRAP) + WRAP) % WRAP

/** On the circle of 2^32 seconds. */
const distance = (a: number, b: number): number => Math.min(wrap(a - b), wrap(b - a))
