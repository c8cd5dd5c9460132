import type { Ownership } from '@heliograph/domain/ownership.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type { LoggerFacts } from '../../fleet/loggers/facts.ts'
import type { DataRecord, Instant, Raw } from './arrival.ts'
import type { RawReason } from './raw-reason.ts'
import type { Trust } from './sender-trust.ts'

/** Reads what came over a wire. Pure: it keeps nothing and knows no logger. */
export type Wire = Readonly<{
  /** Reads a stored payload. Never throws. */
  decode: (raw: Raw) => DataRecord
  /** Whether payloads of this kind can be read at all. */
  isKnownKind: (kind: string) => boolean
  ownership: Ownership
  /** The address of a logger from what is printed on it; undefined: this is on none. Only of loggers that people claim. */
  readLabel?: (text: string) => string | undefined
  /** Whether the devices behind its loggers can be asked, over the line of its source. */
  hasLine?: true
}>

export type Received = Readonly<{
  receivedAtMs: number
  /** The maximum age of a record when it is received. */
  maxAgeDays: number
}>

/** Memory of a wire about a logger, to date its records and to describe it. */
export type Memory = Readonly<{
  /** The logger's state after an arrival; the same object if nothing changed. */
  learn: (state: unknown, clue: unknown, received: Received) => unknown
  /** The part of the state that the logger's row shows. */
  factsOf?: (state: unknown) => LoggerFacts
  /** The instant of a record that came without one, or why it has none. */
  resolveInstant?: (
    record: DataRecord & Readonly<{ content: Decoded }>,
    options: Received & Readonly<{ state: unknown; zone: string }>,
  ) => Instant | RawReason
}>

/** Everything about one wire. Each has its own folder; wires.ts lists them. */
export type WireParts = Readonly<{
  wire: Wire
  /** Missing: its records state when they were measured, and its loggers what they are. */
  memory?: Memory
  /** Missing: every sender on this wire is known. */
  trust?: Trust
}>
