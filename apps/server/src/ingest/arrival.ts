import { createHash } from 'node:crypto'
import { decodeDataHeader } from '@heliograph/devices/wire/solarman-v5/messages.ts'
import { decodeData, type Undecoded } from '@heliograph/devices/wire/solarman-v5/records.ts'
import type { TimeFields } from '@heliograph/devices/wire/solarman-v5/time.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type { Heard } from '../loggers/facts.ts'
import type { RawReason } from './raw-reason.ts'

/** A payload as one reading of a device, or why it is none. */
export type DataRecord = Readonly<{
  payload: Uint8Array
  /** Of the content without its time fields: the same when the logger repeats a record. */
  digest: Buffer
  /** The first 48 bits of the digest. */
  identity: number
  sensorType: number | undefined
  time: TimeFields | undefined
  content: Decoded | Undecoded
  /** Kept raw for this reason, whatever the content. */
  rawReason?: RawReason
}>

/** Where a record that is taken up again comes from; it leaves there in the transaction that stores it. */
export type Origin =
  | Readonly<{ kind: 'waiting'; id: number }>
  | Readonly<{ kind: 'undecoded'; plantId: number; digest: Buffer }>

/** One thing to be stored: what a frame says about the logger, a record, or both. */
export type Arrival = Readonly<{
  serial: number
  receivedAtMs: number
  /** Time fields of the frame, from which the boot's offset is learnt. */
  time?: TimeFields | undefined
  heard?: Heard | undefined
  record?: DataRecord | undefined
  origin?: Origin | undefined
}>

// Byte 0 tells live from buffered, 3-14 are the time fields: both differ between a record and its repetition
// (1,228 repeated frames of the recorded days are alike in all the rest).
const contentFrom = 15

export function toRecord(payload: Uint8Array): DataRecord {
  const header = decodeDataHeader(payload)
  const hash = createHash('sha256')
  if (payload.length > contentFrom) hash.update(payload.subarray(1, 3)).update(payload.subarray(contentFrom))
  else hash.update(payload)
  const digest = hash.digest().subarray(0, 16)
  return {
    payload,
    digest,
    identity: digest.readUIntBE(0, 6),
    sensorType: header?.sensorType,
    time: header?.time,
    content: decodeData(payload),
  }
}
