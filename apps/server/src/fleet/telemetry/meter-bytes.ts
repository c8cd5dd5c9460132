import { emptyMeter, type MeterEnergy, type MeterState } from '@heliograph/domain/meter.ts'
import {
  type ByteReader,
  type ByteWriter,
  byteReader,
  byteWriter,
  readByte,
  readNumber,
  readVarint,
  writeByte,
  writeNumber,
  writeVarint,
  writtenBytes,
} from './bytes.ts'

/**
 * A power that is integrated: the last reading, and the energy of its hour so far, exactly, of which whole units are
 * counted; NaN: nothing was integrated yet.
 */
export type PowerState = Readonly<{ atMs: number; powerW: number; hourStartMs: number; hourWh: number }>

/**
 * The meters of a device by the column of their total, and its integrated powers by the column of their energy; holes
 * where nothing was read yet.
 */
export type Meters = (MeterState | PowerState | undefined)[]

const isPower = (item: MeterState | PowerState): item is PowerState => 'powerW' in item
export const meterAt = (meters: Meters, column: number): MeterState | undefined =>
  meters[column] as MeterState | undefined
export const powerAt = (meters: Meters, column: number): PowerState | undefined =>
  meters[column] as PowerState | undefined

/**
 * 1: without what is owed, the divisor and the open part of what is taken back, and without an opening; 2: without what is known of a hybrid; 3: without its last PV
 * power; 4: without integrated powers.
 */
const VERSION = 5
const OLDEST_VERSION = 1

// In write order; a new one goes to the end, with a new version.
const plain = [
  'total',
  'totalAtMs',
  'today',
  'todayAtMs',
  'emittedAtMs',
  'divisor',
  'movedDayMs',
  'part',
  'freeWh',
  'partDayMs',
  'quietWh',
  'unreadWh',
  'heldWh',
  'aheadWh',
  'dayStartMs',
  'dayWh',
  'dayTotalWh',
  'dayTodayWh',
  'owedWh',
  'darkSinceMs',
  'darkRiseWh',
  'darkGivenWh',
  'carryWh',
  'pvW',
] as const satisfies readonly (keyof MeterState)[]

/** By version: how many of them were not written yet. */
const UNWRITTEN = [0, 6, 5, 1, 0, 0]
const plainOf = (version: number): readonly (typeof plain)[number][] =>
  version === VERSION ? plain : plain.slice(0, plain.length - (UNWRITTEN[version] ?? 0))

const flags = {
  isStuck: 1,
  isNewDaily: 2,
  reported: 4,
  undo: 8,
  candidate: 16,
  former: 32,
  refused: 64,
  isApart: 128,
  opening: 256,
  isOutput: 512,
  power: 1024,
} as const

const powerNumbers = ['atMs', 'powerW', 'hourStartMs', 'hourWh'] as const satisfies readonly (keyof PowerState)[]

const switches = ['isStuck', 'isNewDaily', 'isApart', 'isOutput'] as const satisfies readonly (keyof MeterState)[]

/** Version, then per meter: column, flags, numbers (instants relative to the newest), and the parts that are there. */
export function encodeMeters(meters: Meters): Buffer {
  const w = byteWriter(64 + meters.length * 16)
  writeMeters(w, meters)
  return writtenBytes(w)
}

export function writeMeters(w: ByteWriter, meters: Meters): void {
  writeByte(w, VERSION)
  writeVarint(
    w,
    meters.reduce((count, meter) => count + (meter ? 1 : 0), 0),
  )
  meters.forEach((meter, column) => {
    if (!meter) return
    writeVarint(w, column)
    if (isPower(meter)) {
      writeVarint(w, flags.power)
      for (const name of powerNumbers) write(w, meter[name])
    } else writeMeter(w, meter)
  })
}

function writeMeter(w: ByteWriter, meter: MeterState): void {
  const { reported, opening, undo, candidate, former } = meter
  writeVarint(
    w,
    (meter.isStuck ? flags.isStuck : 0) |
      (meter.isApart ? flags.isApart : 0) |
      (meter.isNewDaily ? flags.isNewDaily : 0) |
      (reported ? flags.reported : 0) |
      (undo ? flags.undo : 0) |
      (candidate ? flags.candidate : 0) |
      (former ? flags.former : 0) |
      (former?.refused ? flags.refused : 0) |
      (opening ? flags.opening : 0) |
      (meter.isOutput ? flags.isOutput : 0),
  )
  for (const name of plain) write(w, meter[name])
  if (reported) for (const value of [reported.fromMs, reported.toMs, reported.wh]) write(w, value)
  if (undo) {
    const { emitted } = undo
    for (const value of [
      undo.total,
      undo.totalAtMs,
      undo.emittedAtMs,
      undo.divisor,
      undo.part,
      undo.freeWh,
      undo.partDayMs,
      undo.todayWh,
      undo.emittedWh,
    ])
      write(w, value)
    writeEnergy(w, emitted)
  }
  if (candidate)
    for (const value of [
      candidate.firstAtMs,
      candidate.firstTotal,
      candidate.unreadWh,
      candidate.atMs,
      candidate.total,
      candidate.count,
      candidate.wh,
    ])
      write(w, value)
  if (former) {
    for (const value of [former.total, former.divisor, former.atMs, former.emittedWh]) write(w, value)
    const { refused } = former
    if (refused) for (const value of [refused.atMs, refused.beforeWh, refused.afterWh]) write(w, value)
  }
  if (opening) {
    writeEnergy(w, opening.emitted)
    write(w, opening.earlierWh)
  }
}

function writeEnergy(w: ByteWriter, energy: MeterEnergy): void {
  for (const value of [energy.fromMs, energy.toMs, energy.wh, energy.countedWh]) write(w, value)
  write(w, energy.sinceResetWh ?? Number.NaN)
  write(w, energy.yesterdayWh ?? Number.NaN)
}

// NaN is the one number that no column holds: one byte with which no number starts.
const NOTHING = 3

function write(w: ByteWriter, value: number): void {
  if (Number.isNaN(value)) writeByte(w, NOTHING)
  else writeNumber(w, value)
}

function read(r: ByteReader): number {
  if (r.bytes[r.position] !== NOTHING) return readNumber(r)
  r.position++
  return Number.NaN
}

export const decodeMeters = (bytes: Uint8Array): Meters => readMeters(byteReader(bytes))

/** @throws RangeError for bytes of another version */
export function readMeters(r: ByteReader): Meters {
  const version = readByte(r)
  if (version > VERSION || version < OLDEST_VERSION) throw new RangeError(`Meters were written in version ${version}`)
  const meters: Meters = []
  for (let left = readVarint(r); left > 0; left--) {
    const column = readVarint(r)
    meters[column] = readOne(r, version)
  }
  return meters
}

function readOne(r: ByteReader, version: number): MeterState | PowerState {
  const isOld = version === OLDEST_VERSION
  const has = isOld ? readByte(r) : readVarint(r)
  if (has & flags.power) return { atMs: read(r), powerW: read(r), hourStartMs: read(r), hourWh: read(r) }
  const meter = emptyMeter()
  for (const name of plainOf(version)) meter[name] = read(r)
  meter.isStuck = (has & flags.isStuck) !== 0
  meter.isApart = (has & flags.isApart) !== 0
  meter.isNewDaily = (has & flags.isNewDaily) !== 0
  meter.isOutput = (has & flags.isOutput) !== 0
  if (has & flags.reported) meter.reported = { fromMs: read(r), toMs: read(r), wh: read(r) }
  if (has & flags.undo) meter.undo = readUndo(r, isOld ? meter.divisor : undefined)
  if (has & flags.candidate)
    meter.candidate = {
      firstAtMs: read(r),
      firstTotal: read(r),
      unreadWh: read(r),
      atMs: read(r),
      total: read(r),
      count: read(r),
      wh: read(r),
    }
  if (has & flags.former) {
    const total = read(r)
    const divisor = isOld ? meter.divisor : read(r)
    const [atMs, emittedWh] = [read(r), read(r)]
    const refused = has & flags.refused ? { atMs: read(r), beforeWh: read(r), afterWh: read(r) } : null
    meter.former = { total, divisor, atMs, emittedWh, refused }
  }
  if (has & flags.opening) meter.opening = { emitted: readEnergy(r), earlierWh: read(r) }
  return meter
}

/** @param divisor in place of the stored one; undefined: it is there */
function readUndo(r: ByteReader, divisor: number | undefined): NonNullable<MeterState['undo']> {
  const head = {
    total: read(r),
    totalAtMs: read(r),
    emittedAtMs: read(r),
    divisor: divisor ?? read(r),
    part: read(r),
    freeWh: divisor === undefined ? read(r) : 0,
    partDayMs: read(r),
    todayWh: read(r),
    emittedWh: read(r),
  }
  return { ...head, emitted: readEnergy(r) }
}

function readEnergy(r: ByteReader): MeterEnergy {
  const energy = {
    kind: 'energy' as const,
    sign: 1 as const,
    fromMs: read(r),
    toMs: read(r),
    wh: read(r),
    countedWh: read(r),
  }
  return { ...energy, sinceResetWh: orNull(read(r)), yesterdayWh: orNull(read(r)) }
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value)

/** A deep copy of everything that changes. */
export const copyMeters = (meters: Meters): Meters =>
  meters.map(
    (meter) =>
      meter &&
      (isPower(meter)
        ? meter
        : {
            ...meter,
            undo: meter.undo && { ...meter.undo },
            candidate: meter.candidate && { ...meter.candidate },
            former: meter.former && { ...meter.former },
          }),
  )

/** Whether two devices' meters would treat all later readings alike. */
export function areAlike(some: Meters, others: Meters): boolean {
  if (some.length !== others.length) return false
  // By index: `every` would skip the holes.
  return Array.from({ length: some.length }, (_, column) => column).every((column) => {
    const [meter, other] = [some[column], others[column]]
    if (!meter || !other) return meter === other
    if (isPower(meter) || isPower(other)) return isEqual(meter, other)
    if (!plain.every((name) => Object.is(meter[name], other[name]))) return false
    if (!switches.every((name) => meter[name] === other[name])) return false
    return (['reported', 'opening', 'undo', 'candidate', 'former'] as const).every((name) =>
      isEqual(meter[name], other[name]),
    )
  })
}

/** Plain values, part by part; NaN equals itself. */
export function isEqual(some: unknown, other: unknown): boolean {
  if (typeof some !== 'object' || typeof other !== 'object' || some === null || other === null) {
    return Object.is(some, other)
  }
  const [a, b] = [some as Record<string, unknown>, other as Record<string, unknown>]
  return Object.keys(a).every((name) => isEqual(a[name], b[name]))
}
