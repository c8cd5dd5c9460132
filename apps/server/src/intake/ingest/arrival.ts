import type { Decoded, TimeSource } from '@heliograph/domain/reading.ts'
import type { Heard } from '../../fleet/loggers/facts.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import type { RawReason } from './raw-reason.ts'

/** Bytes as received. `kind` is the wire's own name of their layout: '0507' is a sensor type of Solarman V5. */
export type Raw = Readonly<{ wire: string; kind: string; bytes: Uint8Array }>

/** A payload without a reading. `deviceSerial`: the device it seems to come from. */
export type Undecoded = Readonly<{ undecoded: RawReason; deviceSerial?: string }>

export type Instant = Readonly<{ atMs: number; timeSource: TimeSource }>

/** A payload decoded as one reading of a device, or the reason why not. */
export type DataRecord = Readonly<{
  raw: Raw
  /** Computed from the content alone: the same when the logger repeats a record. */
  digest: Buffer
  content: Decoded | Undecoded
  /** 'later': the wire resolves it from what is known of the logger when the record is stored. */
  instant: Instant | 'later'
  /** The data from which the wire resolves the instant. Only the wire's own code understands it. */
  clue?: unknown
  /** The reason to keep the payload raw even if it was decoded. */
  rawReason?: RawReason
}>

/** The table row of a record that is retried; the transaction that stores the record deletes it. */
export type Origin =
  | Readonly<{ kind: 'waiting'; id: number }>
  | Readonly<{ kind: 'undecoded'; plantId: number; digest: Buffer }>

/** live and handshake show the logger's clocks as they are now; buffered shows older ones; other shows none. */
export type SightKind = 'handshake' | 'live' | 'buffered' | 'other'

/** One item to store, on any wire: facts about the logger, a record, or both. */
export type Arrival = Readonly<{
  source: SourceId
  receivedAtMs: number
  /** Data from which the wire learns for the logger's later records. Only the wire's own code understands it. */
  clue?: unknown
  heard?: Heard | undefined
  /** How the record came, if the wire distinguishes its loggers from others that use their addresses. */
  sight?: Readonly<{ connection: object; kind: SightKind; address: string }> | undefined
  /** From where it came first, if it is retried. */
  from?: string | undefined
  record?: DataRecord | undefined
  /** Of an unproven record: its device is one of the plant, and its counters go on. */
  isLikely?: boolean | undefined
  origin?: Origin | undefined
}>

/** The first 48 bits of the digest. */
export const identityOf = ({ digest }: Pick<DataRecord, 'digest'>): number => digest.readUIntBE(0, 6)
