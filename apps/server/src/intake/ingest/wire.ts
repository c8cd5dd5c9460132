import type { Decoded } from '@heliograph/domain/reading.ts'
import type { LoggerFacts } from '../../fleet/loggers/facts.ts'
import type { Home } from '../../fleet/loggers/home.ts'
import type { DataRecord, Instant, Raw, SightKind } from './arrival.ts'
import type { Agreement } from './device-agreement.ts'
import type { RawReason } from './raw-reason.ts'

export type Received = Readonly<{
  receivedAtMs: number
  /** The maximum age of a record when it is received. */
  maxAgeDays: number
}>

/** What the store knows about a frame that proves nothing by itself. */
export type Findings = Readonly<{
  /** Too many guesses came from its network. */
  isTriedOut: boolean
  /** Its record is stored already: whoever captured it can send it, too. */
  isRepeated: boolean
  /** undefined: it has no record of a device. */
  agreement: Agreement | undefined
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
  /** undefined: not looked up, because most frames need none. */
  findings?: Findings | undefined
}>

export type Verdict = Readonly<{
  trust: unknown
  isProven: boolean
  /** The logger's row must be written at once. */
  isNews: boolean
  /** Another sender uses the same address, and the owner was not told lately. */
  isDuplicate?: boolean
  /** It proves nothing by itself; what the store knows may decide. */
  isOpen?: boolean
  /** It claims something new: too many of these, and its network is tried out. */
  isGuess?: boolean
  /** Unproven records from these networks count now, since then. */
  believed?: Readonly<{ sinceMs: number; places: readonly string[] }>
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
  /** Whether the first of two states of a logger's trust is from later: another node may have heard it meanwhile. */
  isLater?: (trust: unknown, other: unknown) => boolean
  /** What is known of a logger after its owner confirmed the sender that nothing proved. */
  vouch?: (trust: unknown, network?: string) => unknown
  /** The same after its owner said that it was somebody else. */
  deny?: (trust: unknown, network?: string) => unknown
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
