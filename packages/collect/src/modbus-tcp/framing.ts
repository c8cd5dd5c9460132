import { createMbapCutter, decodeMbapReply, encodeMbapRead } from '@heliograph/wires/modbus/mbap.ts'
import { decodeReadReply, encodeReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import type { Framed, Framing } from '../registers/framing.ts'

export function createTcpFraming(): Framing {
  const cutter = createMbapCutter()
  return {
    isNumbered: true,
    encode: encodeMbapRead,
    push: (bytes) => {
      const frames = cutter.push(bytes)
      if (frames === 'lost') return frames
      return frames.map((frame) => ({
        kind: 'reply',
        transaction: frame.transaction,
        reply: decodeMbapReply(frame),
      }))
    },
  }
}

/** The longest RTU frame, and as much noise before it. */
const MOST_KEPT = 512

/** RTU over TCP, as serial bridges send it: a frame ends where its own byte count and CRC say. */
export function createRtuFraming(): Framing {
  let kept = new Uint8Array()
  return {
    isNumbered: false,
    encode: (_, request) => {
      kept = new Uint8Array()
      return encodeReadRequest(request)
    },
    push: (bytes) => {
      kept = Uint8Array.of(...kept, ...bytes.subarray(0, MOST_KEPT)).slice(-MOST_KEPT)
      const found: Framed[] = []
      for (let at = 0; at + 5 <= kept.length; ) {
        const fn = kept[at + 1] ?? 0
        const length = fn & 0x80 ? 5 : 5 + (kept[at + 2] ?? 0)
        const reply = at + length <= kept.length ? decodeReadReply(kept.subarray(at, at + length)) : undefined
        if (reply && reply.kind !== 'refused') {
          found.push({ kind: 'reply', transaction: undefined, reply })
          kept = kept.slice(at + length)
          at = 0
        } else at += 1
      }
      return found
    },
  }
}
