import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { decodeAck } from '@heliograph/wires/solarman-v5/ack.ts'
import { encodeFrame, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'

/** The other end of the wire: a logger's socket. */
export type LoggerClient = Readonly<{
  socket: Socket
  /** Frames that the server sent, oldest first. */
  answers: readonly V5Frame[]
  send: (bytes: Uint8Array) => void
  /** Sends a frame and waits for the answer that repeats its byte B. */
  exchange: (frame: V5Frame) => Promise<V5Frame>
  answer: (seqLogger: number) => Promise<V5Frame>
  /** Resolves after this many answers. */
  answered: (count: number) => Promise<void>
  closed: Promise<void>
  end: () => Promise<void>
}>

/** @param ca the certificate that the encrypted port must show; absent: a plain connection */
export async function connectLogger(port: number, localAddress?: string, ca?: string): Promise<LoggerClient> {
  const host = localAddress?.includes(':') ? '::1' : '127.0.0.1'
  const at = { port, host, noDelay: true, ...(localAddress ? { localAddress } : {}) }
  const socket = ca ? connectSecurely({ ...at, ca, servername: 'localhost' }) : connect(at)
  const stream = createReassembler()
  const answers: V5Frame[] = []
  const waiting = new Set<() => void>()
  const wake = (): void => {
    for (const check of [...waiting]) check()
  }
  socket.on('data', (chunk) => {
    for (const event of stream.push(chunk)) if (event.kind === 'frame') answers.push(event.frame)
    wake()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      resolve()
      wake()
    })
  })
  await new Promise<void>((resolve, reject) => {
    socket.once(ca ? 'secureConnect' : 'connect', resolve).once('error', reject)
  })
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = find()
        if (found === undefined && !socket.destroyed) return
        waiting.delete(check)
        if (found !== undefined) resolve(found)
        else reject(new Error('The server closed the connection'))
      }
      waiting.add(check)
      check()
    })
  const answer = (seqLogger: number) =>
    until(() => answers.find((frame) => frame.seqLogger === seqLogger && decodeAck(frame) !== undefined))
  return {
    socket,
    answers,
    send: (bytes) => void socket.write(bytes),
    exchange: (frame) => {
      const before = answers.length
      socket.write(encodeFrame(frame))
      return until(() => answers.slice(before).find(({ seqLogger }) => seqLogger === frame.seqLogger))
    },
    answer,
    answered: async (count) => void (await until(() => (answers.length >= count ? true : undefined))),
    closed,
    end: async () => {
      socket.destroy()
      await closed
    },
  }
}
