import type { Decoded } from '@heliograph/domain/reading.ts'
import type { LoggerFacts } from '../loggers/facts.ts'
import type { Home } from '../loggers/home.ts'
import type { DataRecord, Instant, Raw, SightKind } from './arrival.ts'
import type { RawReason } from './raw-reason.ts'

export type Received = Readonly<{
  receivedAtMs: number
  /** The maximum age of a record when it is received. */
  maxAgeDays: number
}>

/** Everything that helps to identify the sender. */
export type Sight = Readonly<{
  kind: SightKind
  clue: unknown
  receivedAtMs: number
  /** The network it came from (domain/address.ts). */
  place: string
  /** What the connection has proven so far; undefined: nothing. */
  isLineProven: boolean | undefined
  intervalMinutes: number
  /** `isListed`: whether the address is in the owner's list; undefined: there is none. */
  policy: Readonly<{ isStrict: boolean; isListed: boolean | undefined }>
}>

export type Verdict = Readonly<{
  trust: unknown
  isProven: boolean
  /** The logger's row must be written at once. */
  isNews: boolean
  /** Another sender uses the same address, and the owner was not told lately. */
  isDuplicate?: boolean
  /** Unproven records since then count now. */
  believedSinceMs?: number | undefined
}>

/** What a wire does with a record after its arrival. Each wire has its own folder; wires.ts lists them. */
export type Wire = Readonly<{
  /** Reads a stored payload. Never throws. */
  decode: (raw: Raw) => DataRecord
  /** Whether payloads of this kind can be read at all. */
  isKnownKind: (kind: string) => boolean
  /** The logger's state after an arrival; the same object if nothing changed. */
  learn?: (state: unknown, clue: unknown, received: Received) => unknown
  /** Whether the logger itself sent something. Missing: every sender on this wire is known. */
  judge?: (trust: unknown, sight: Sight) => Verdict
  /** What is known of a logger after its owner confirmed the last doubted sender. */
  vouch?: (trust: unknown) => unknown
  /** What identifies a logger that connected before it had an owner. */
  trustOf?: (home: Home) => unknown
  /** The part of the state that the logger's row shows. */
  factsOf?: (state: unknown) => LoggerFacts
  /** The instant of a record that came without one, or why it has none. */
  resolveInstant?: (
    record: DataRecord & Readonly<{ content: Decoded }>,
    given: Received & Readonly<{ state: unknown; zone: string }>,
  ) => Instant | RawReason
}>
