import { encodeFrame, frameTypes, type V5Frame } from './frame.ts'

/**
 * The acknowledgment, which also sets the logger's clock. Header: type of the request - 30, the server's own counter,
 * sequence byte and serial of the logger repeated. Payload:
 *
 *   0      byte 0 of the request's payload
 *   1      01
 *   2..5   Unix time, UTC seconds
 *   6..9   time zone offset in minutes; meaning inferred from captures, never documented: 0 is always accepted
 */
export function encodeAck(
  request: V5Frame,
  ack: Readonly<{ nowSeconds: number; offsetMinutes: number; seqServer: number }>,
): Uint8Array {
  const payload = new Uint8Array(10)
  const view = new DataView(payload.buffer)
  payload[0] = request.payload[0] ?? 0
  payload[1] = 1
  view.setUint32(2, Math.floor(ack.nowSeconds) >>> 0, true)
  // A zone west of Greenwich is encoded as two's complement, the only option in a u32.
  view.setInt32(6, Math.round(ack.offsetMinutes), true)
  return encodeFrame({
    type: (request.type - 0x30) & 0xff,
    seqServer: ack.seqServer & 0xff,
    seqLogger: request.seqLogger,
    loggerSerial: request.loggerSerial,
    payload,
  })
}

/** Whether a logger expects an acknowledgment of a frame: every 4x type except the request, known to us or not. */
export const wantsAck = (frame: V5Frame): boolean => frame.type >> 4 === 4 && frame.type !== frameTypes.request

export type Ack = Readonly<{ requestType: number; echo: number; unixSeconds: number; offsetMinutes: number }>

/** The content of an acknowledgment, or undefined for any other frame. */
export function decodeAck(frame: V5Frame): Ack | undefined {
  const { payload } = frame
  if (frame.type >> 4 !== 1 || frame.type === frameTypes.reply || payload.length < 10) return undefined
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  return {
    requestType: frame.type + 0x30,
    echo: view.getUint8(0),
    unixSeconds: view.getUint32(2, true),
    offsetMinutes: view.getInt32(6, true),
  }
}
