import type { Decoded } from '@heliograph/domain/reading.ts'
import type { LoggerFacts } from '../loggers/facts.ts'
import type { DataRecord, Instant, Raw } from './arrival.ts'
import type { RawReason } from './raw-reason.ts'

export type Received = Readonly<{
  receivedAtMs: number
  /** How old a record may be when it is received. */
  maxAgeDays: number
}>

/** What a wire does with a record beyond bringing it here. Each has a folder of its own; wires.ts lists them. */
export type Wire = Readonly<{
  /** Reads a payload that was kept. Never throws. */
  decode: (raw: Raw) => DataRecord
  /** Whether payloads of this kind can be read at all. */
  isKnownKind: (kind: string) => boolean
  /** What to keep of the logger after an arrival; the same object when it says nothing new. */
  learn?: (state: unknown, clue: unknown, received: Received) => unknown
  /** What the logger's row shows of that. */
  factsOf?: (state: unknown) => LoggerFacts
  /** The instant of a record that came without one, or why it has none. */
  resolveInstant?: (
    record: DataRecord & Readonly<{ content: Decoded }>,
    given: Received & Readonly<{ state: unknown; zone: string }>,
  ) => Instant | RawReason
}>
