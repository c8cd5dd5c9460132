import type { V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalReply, encodeLocalRequest } from '@heliograph/wires/solarman-v5/local.ts'
import type { LineReply } from '../source.ts'

/** How long a device may take: the logger polls it over a serial line (protocols.md 3). */
const REPLY_MS = 10_000

export type DeviceLine = Readonly<{
  /** As `Line.ask` of the logger with this serial. */
  ask: (loggerSerial: number, rtu: Uint8Array) => Promise<LineReply>
  isAsking: () => boolean
  /** A frame of this connection. @returns whether it is a reply to a request of this line, in time or late */
  take: (frame: V5Frame) => boolean
  close: () => void
}>

type Asked = Readonly<{ seq: number; unit: number; fn: number }>
type Waiting = Asked & Readonly<{ tell: (reply: LineReply | Error) => void }>

/** Requests without a reply so far: one may still come. */
const MOST_LATE = 8

const mayAnswer = ({ unit, fn }: Asked, reply: LineReply): boolean =>
  'loggerError' in reply || (reply.rtu[0] === unit && ((reply.rtu[1] ?? 0) & 0x7f) === fn)

/** Requests to the device behind a logger, over the connection that the logger opened. */
export function createDeviceLine(send: (frame: Uint8Array) => void, timeoutMs = REPLY_MS): DeviceLine {
  let waiting: Waiting | undefined
  let seq = Math.floor(Math.random() * 0x100)
  let isClosed = false
  let late: readonly Asked[] = []
  return {
    isAsking: () => waiting !== undefined,
    ask: (loggerSerial, rtu) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('gone'))
        if (waiting) return reject(new Error('busy'))
        // 0 marks copies of replies to another client.
        seq = (seq % 0xff) + 1
        const asked: Asked = { seq, unit: rtu[0] ?? 0, fn: rtu[1] ?? 0 }
        const timer = setTimeout(() => {
          late = [asked, ...late].slice(0, MOST_LATE)
          waiting?.tell(new Error('timeout'))
        }, timeoutMs)
        waiting = {
          ...asked,
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
      const reply = decodeLocalReply(frame)
      if (reply === undefined) return false
      if (frame.seqServer === waiting?.seq) {
        waiting.tell(reply)
        return true
      }
      const isLate = (asked: Asked): boolean => asked.seq === frame.seqServer && mayAnswer(asked, reply)
      if (!late.some(isLate)) return false
      late = late.filter((asked) => !isLate(asked))
      return true
    },
    close: () => {
      isClosed = true
      waiting?.tell(new Error('gone'))
    },
  }
}
