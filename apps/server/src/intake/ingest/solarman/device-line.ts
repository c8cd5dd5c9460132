import type { V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalReply, encodeLocalRequest } from '@heliograph/wires/solarman-v5/local.ts'
import type { LineReply } from '../source.ts'

/** How long a device may take: the logger polls it over a serial line (protocols.md 3). */
const REPLY_MS = 10_000

export type DeviceLine = Readonly<{
  /** As `Line.ask` of the logger with this serial. */
  ask: (loggerSerial: number, rtu: Uint8Array) => Promise<LineReply>
  /** A frame of this connection, which may be the reply. */
  take: (frame: V5Frame) => void
  close: () => void
}>

type Waiting = Readonly<{ seq: number; tell: (reply: LineReply | Error) => void }>

/** Requests to the device behind a logger, over the connection that the logger opened. */
export function createDeviceLine(send: (frame: Uint8Array) => void, timeoutMs = REPLY_MS): DeviceLine {
  let waiting: Waiting | undefined
  let seq = Math.floor(Math.random() * 0x100)
  let isClosed = false
  return {
    ask: (loggerSerial, rtu) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('gone'))
        if (waiting) return reject(new Error('busy'))
        // 0 marks copies of replies to another client.
        seq = (seq % 0xff) + 1
        const timer = setTimeout(() => waiting?.tell(new Error('timeout')), timeoutMs)
        waiting = {
          seq,
          tell: (reply) => {
            clearTimeout(timer)
            waiting = undefined
            if (reply instanceof Error) reject(reply)
            else resolve(reply)
          },
        }
        send(encodeLocalRequest({ seq, loggerSerial, rtu }))
      }),
    take: (frame) => {
      if (frame.seqServer !== waiting?.seq) return
      const reply = decodeLocalReply(frame)
      if (reply) waiting.tell(reply)
    },
    close: () => {
      isClosed = true
      waiting?.tell(new Error('gone'))
    },
  }
}
