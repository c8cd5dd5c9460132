import type { Decoded } from '@heliograph/domain/reading.ts'
import type { LoggerFacts } from '../loggers/facts.ts'
import type { DataRecord, Instant, Raw } from './arrival.ts'
import type { RawReason } from './raw-reason.ts'

export type Received = Readonly<{
  receivedAtMs: number
  /** The maximum age of a record when it is received. */
  maxAgeDays: number
}>

/** What a wire does with a record after its arrival. Each wire has its own folder; wires.ts lists them. */
export type Wire = Readonly<{
  /** Reads a stored payload. Never throws. */
  decode: (raw: Raw) => DataRecord
  /** Whether payloads of this kind can be read at all. */
  isKnownKind: (kind: string) => boolean
  /** The logger's state after an arrival; the same object if nothing changed. */
  learn?: (state: unknown, clue: unknown, received: Received) => unknown
  /** The part of the state that the logger's row shows. */
  factsOf?: (state: unknown) => LoggerFacts
  /** The instant of a record that came without one, or why it has none. */
  resolveInstant?: (
    record: DataRecord & Readonly<{ content: Decoded }>,
    given: Received & Readonly<{ state: unknown; zone: string }>,
  ) => Instant | RawReason
}>
