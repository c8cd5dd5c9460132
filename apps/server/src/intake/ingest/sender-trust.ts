import type { Home } from '../../fleet/loggers/home.ts'
import type { SightKind } from './arrival.ts'
import type { Agreement } from './device-agreement.ts'

/** The store's knowledge of a frame that proves nothing by itself. */
export type Findings = Readonly<{
  /** Too many guesses came from its network. */
  isTriedOut: boolean
  /** Its record is stored already: anyone who captured it can send it, too. */
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
  /** Proof of the connection so far; undefined: none. */
  isLineProven: boolean | undefined
  intervalS: number
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
  /** Another sender uses the same address, and the owner was not notified lately. */
  isDuplicate?: boolean
  /** It proves nothing by itself; what the store knows may decide. */
  isOpen?: boolean
  /** It claims something new: too many of these, and its network is tried out. */
  isGuess?: boolean
  /** Unproven records from these networks count now, since then. */
  believed?: Readonly<{ sinceMs: number; places: readonly string[] }>
}>

/** Whether the logger itself sent what came under its address. `trust` is what identifies it; only its wire reads that. */
export type Trust = Readonly<{
  judge: (trust: unknown, sight: Sight) => Verdict
  /** Whether the first of two states of a logger's trust is from later: another node may have heard it meanwhile. */
  isLater: (trust: unknown, other: unknown) => boolean
  /** Evidence about a logger after its owner confirmed the sender that nothing proved. */
  vouch: (trust: unknown, network?: string) => unknown
  /** The same after its owner denied that sender. */
  deny: (trust: unknown, network?: string) => unknown
  /** Evidence that identifies a logger that connected before it had an owner. */
  trustOf: (home: Home) => unknown
}>
