import { hash } from 'node:crypto'
import { decodeData, profileOfSensorType } from '@heliograph/devices/catalog/decode-data.ts'
import { type DataHeader, decodeDataHeader } from '@heliograph/wires/solarman-v5/messages.ts'
import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import type { DataRecord, Raw } from '../arrival.ts'

export const WIRE_ID = 'solarman-v5'

// Byte 0 marks buffered records, 3-14 are the time fields: both differ between a record and its repetition (1,228
// repeated frames of the recorded days agree in all the rest).
const CONTENT_FROM = 15

/** A 0x42 payload as a record. @param header of this payload; undefined: the payload is too short to have one */
export function toRecord(payload: Uint8Array, header: DataHeader | undefined): DataRecord {
  const content = decodeData(payload, header)
  return {
    raw: { wire: WIRE_ID, kind: header === undefined ? '' : toKind(header.sensorType), bytes: payload },
    digest: digestOf(payload),
    content:
      'undecoded' in content && content.undecoded === 'unknown-sensor-type'
        ? { ...content, undecoded: 'unknown-kind' }
        : (content as DataRecord['content']),
    instant: 'later',
    clue: header?.time,
  }
}

export const decodeRaw = ({ bytes }: Raw): DataRecord => toRecord(bytes, decodeDataHeader(bytes))

export const isKnownKind = (kind: string): boolean => profileOfSensorType(Number.parseInt(kind, 16)) !== undefined

/** The sensor type as protocol documents write it. */
const toKind = (sensorType: number): string => sensorType.toString(16).padStart(4, '0')

const DIGEST_BYTES = 16

/** In one call: a hash that takes its parts one by one is an object that the garbage collector has to visit. */
function digestOf(payload: Uint8Array): Buffer {
  const digest = hash('sha256', payload.length > CONTENT_FROM ? contentOf(payload) : payload, 'binary')
  return Buffer.from(digest.slice(0, DIGEST_BYTES), 'binary')
}

function contentOf(payload: Uint8Array): Buffer {
  const content = Buffer.allocUnsafe(payload.length - CONTENT_FROM + 2)
  content.set(payload.subarray(1, 3))
  content.set(payload.subarray(CONTENT_FROM), 2)
  return content
}

/** The clue of every arrival on this wire. */
export function readClue(clue: unknown): TimeFields | undefined {
  const fields = clue as Partial<TimeFields> | undefined
  return typeof fields?.totalS === 'number' ? (fields as TimeFields) : undefined
}
