import { createHash } from 'node:crypto'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type { DataRecord, Raw } from '../arrival.ts'

export const WIRE_ID = 'polled'
/** Version of the layout below; a new layout gets a new number. */
export const RECORD_KIND = 'json-1'

/** Values of a device that this server read, and the bytes of its last answer. */
export type PolledReading = Readonly<{ decoded: Decoded; atMs: number; words: Uint8Array }>

type Kept = Readonly<{ decoded: Decoded; atMs: number; words: string }>

export function toRecord({ decoded, atMs, words }: PolledReading): DataRecord {
  const kept: Kept = { decoded, atMs, words: Buffer.from(words).toString('base64') }
  return ofKept(kept, Buffer.from(JSON.stringify(kept)))
}

/** Reads what `toRecord` wrote. */
export function decodeRaw(raw: Raw): DataRecord {
  try {
    return ofKept(JSON.parse(Buffer.from(raw.bytes).toString('utf8')) as Kept, Buffer.from(raw.bytes))
  } catch {
    const digest = createHash('sha256').update(raw.bytes).digest().subarray(0, 16)
    return { raw, digest, content: { undecoded: 'unknown-kind' }, instant: 'later' }
  }
}

const ofKept = ({ decoded, atMs, words }: Kept, bytes: Buffer): DataRecord => ({
  raw: { wire: WIRE_ID, kind: RECORD_KIND, bytes },
  // Not the values: means of the same words at the same instant are the same record.
  digest: createHash('sha256').update(`${decoded.deviceSerial}\n${atMs}\n${words}`).digest().subarray(0, 16),
  content: decoded,
  instant: { atMs, timeSource: 'received' },
})
