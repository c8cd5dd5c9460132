import type { Decoded, TimeSource } from '@heliograph/domain/reading.ts'
import type { Heard } from '../loggers/facts.ts'
import type { SourceId } from '../loggers/source.ts'
import type { RawReason } from './raw-reason.ts'

/** Bytes as they came. `kind` is the wire's own word for their layout: '0507' is a sensor type of Solarman V5. */
export type Raw = Readonly<{ wire: string; kind: string; bytes: Uint8Array }>

/** A payload that is no reading. `deviceSerial`: the device it seems to be of. */
export type Undecoded = Readonly<{ undecoded: RawReason; deviceSerial?: string }>

export type Instant = Readonly<{ atMs: number; timeSource: TimeSource }>

/** A payload as one reading of a device, or why it is none. */
export type DataRecord = Readonly<{
  raw: Raw
  /** Of the content alone: the same when the logger repeats a record. */
  digest: Buffer
  content: Decoded | Undecoded
  /** 'later': the wire resolves it with what is known of the logger when the record is stored. */
  instant: Instant | 'later'
  /** What the wire resolves it from. Only the wire's own code understands it. */
  clue?: unknown
  /** Kept raw for this reason, whatever the content. */
  rawReason?: RawReason
}>

/** Where a record that is taken up again comes from; it leaves there in the transaction that stores it. */
export type Origin =
  | Readonly<{ kind: 'waiting'; id: number }>
  | Readonly<{ kind: 'undecoded'; plantId: number; digest: Buffer }>

/** One thing to be stored, whatever wire it came over: what was heard of the logger, a record, or both. */
export type Arrival = Readonly<{
  source: SourceId
  receivedAtMs: number
  /** What the wire learns from for the logger's later records. Only the wire's own code understands it. */
  clue?: unknown
  heard?: Heard | undefined
  record?: DataRecord | undefined
  origin?: Origin | undefined
}>

/** The first 48 bits of the digest. */
export const identityOf = ({ digest }: Pick<DataRecord, 'digest'>): number => digest.readUIntBE(0, 6)
