import { withCrc } from './crc.ts'
import { decodeReadReply, encodeReadRequest, type ReadReply, type ReadRequest } from './rtu.ts'

/** Modbus TCP: the header is transaction, protocol 0, length of what follows, unit. */
const HEADER_BYTES = 7
/** Unit and PDU (Modbus application protocol 1.1b3, section 4.1). */
const MOST_FOLLOWING = 254

export type MbapFrame = Readonly<{ transaction: number; unit: number; pdu: Uint8Array }>

/** A read request as Modbus TCP sends it. @throws RangeError as `encodeReadRequest` does */
export const encodeMbapRead = (transaction: number, request: ReadRequest): Uint8Array =>
  withHeader(transaction, encodeReadRequest(request).subarray(0, -2))

/** The reply of a device, for simulated ones: `rtu` is unit, PDU and CRC. */
export const encodeMbapReply = (transaction: number, rtu: Uint8Array): Uint8Array =>
  withHeader(transaction, rtu.subarray(0, -2))

function withHeader(transaction: number, body: Uint8Array): Uint8Array {
  const head = [transaction >> 8, transaction & 0xff, 0, 0, body.length >> 8, body.length & 0xff]
  return Uint8Array.of(...head, ...body)
}

/** The read reply in a frame. */
export const decodeMbapReply = ({ unit, pdu }: MbapFrame): ReadReply =>
  decodeReadReply(withCrc(Uint8Array.of(unit, ...pdu)))

/**
 * Cuts a stream into frames. A stream whose next header cannot be one is lost: nothing tells where the next frame
 * starts. It keeps less than one frame.
 */
export function createMbapCutter(): Readonly<{ push: (bytes: Uint8Array) => readonly MbapFrame[] | 'lost' }> {
  let kept = new Uint8Array()
  return {
    push: (bytes) => {
      const all = new Uint8Array(kept.length + bytes.length)
      all.set(kept)
      all.set(bytes, kept.length)
      const frames: MbapFrame[] = []
      let at = 0
      while (all.length - at >= HEADER_BYTES) {
        const word = (offset: number): number => ((all[at + offset] ?? 0) << 8) | (all[at + offset + 1] ?? 0)
        const following = word(4)
        if (word(2) !== 0 || following < 3 || following > MOST_FOLLOWING) return 'lost'
        const end = at + HEADER_BYTES - 1 + following
        if (end > all.length) break
        frames.push({ transaction: word(0), unit: all[at + 6] ?? 0, pdu: all.slice(at + HEADER_BYTES, end) })
        at = end
      }
      kept = all.slice(at)
      return frames
    },
  }
}
