import { encodeFrame, frameTypes, type V5Frame } from './frame.ts'
import { readTimeFields, type TimeFields, writeTimeFields } from './time.ts'

/**
 * Reads registers through a logger: port 8899, or a connection that the logger opened itself.
 *
 *   request 45   0  02 inverter   1..2  00   3..14  00                  15..  Modbus RTU with CRC
 *   reply 15     0  02            1     01   2..13  time fields         14..  Modbus RTU with CRC, or an error code (u16)
 */
const REQUEST_HEAD = 15
const REPLY_HEAD = 14
const FOR_INVERTER = 2

/** The client chooses `seq` (0..255), which the reply repeats; `loggerSerial` 0 requests the serial. */
export function encodeLocalRequest(
  request: Readonly<{ seq: number; loggerSerial: number; rtu: Uint8Array }>,
): Uint8Array {
  const payload = new Uint8Array(REQUEST_HEAD + request.rtu.length)
  payload[0] = FOR_INVERTER
  payload.set(request.rtu, REQUEST_HEAD)
  return encodeFrame({
    type: frameTypes.request,
    seqServer: request.seq,
    seqLogger: 0,
    loggerSerial: request.loggerSerial,
    payload,
  })
}

/** The Modbus RTU request inside a local V5 request; undefined for any other frame. */
export function decodeLocalRequest(frame: V5Frame): Readonly<{ rtu: Uint8Array }> | undefined {
  if (frame.type !== frameTypes.request || frame.payload.length <= REQUEST_HEAD) return undefined
  return frame.payload[0] === FOR_INVERTER ? { rtu: frame.payload.slice(REQUEST_HEAD) } : undefined
}

/** A whole V5 frame that answers `request` with a Modbus RTU reply and the logger's time. */
export function encodeLocalReply(
  reply: Readonly<{ request: V5Frame; seqLogger: number; loggerSerial: number; time: TimeFields; rtu: Uint8Array }>,
): Uint8Array {
  const payload = new Uint8Array(REPLY_HEAD + reply.rtu.length)
  payload[0] = FOR_INVERTER
  payload[1] = 1
  writeTimeFields(payload, 2, reply.time)
  payload.set(reply.rtu, REPLY_HEAD)
  return encodeFrame({
    type: frameTypes.reply,
    seqServer: reply.request.seqServer,
    seqLogger: reply.seqLogger,
    loggerSerial: reply.loggerSerial,
    payload,
  })
}

/** Logger error codes: 5 the device did not answer or refused, 6 the request carried another logger's serial. */
export type LocalReply =
  | Readonly<{ time: TimeFields; rtu: Uint8Array }>
  | Readonly<{ time: TimeFields; loggerError: number }>

/** The Modbus RTU reply, or the error code of the logger, inside a local V5 reply; undefined for any other frame. */
export function decodeLocalReply(frame: V5Frame): LocalReply | undefined {
  const { payload } = frame
  if (frame.type !== frameTypes.reply || payload.length < REPLY_HEAD + 2 || payload[0] !== FOR_INVERTER)
    return undefined
  const time = readTimeFields(payload, 2)
  const rtu = payload.slice(REPLY_HEAD)
  return rtu.length === 2 ? { time, loggerError: (rtu[0] ?? 0) | ((rtu[1] ?? 0) << 8) } : { time, rtu }
}
