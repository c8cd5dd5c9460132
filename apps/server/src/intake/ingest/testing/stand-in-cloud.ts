import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { encodeAck, wantsAck } from '@heliograph/wires/solarman-v5/ack.ts'
import { encodeFrame, frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'

/** One connection that a stand-in of a maker's cloud had. */
export type CloudLine = {
  readonly socket: Socket
  readonly received: Buffer[]
  readonly sent: Buffer[]
  readonly frames: V5Frame[]
}

export type StandInCloud = Readonly<{
  port: number
  lines: readonly CloudLine[]
  /** Of all connections, in their order. */
  received: () => Buffer
  frames: () => readonly V5Frame[]
  send: (bytes: Uint8Array, line?: CloudLine) => void
  /** Stops listening and ends every connection. */
  close: () => Promise<void>
}>

export const CLOUD_UNIX_S = 1_615_550_000
const OFFSET_MINUTES = 120

/** @param answer what it does about a frame; absent: it acknowledges with its own time and counter */
export async function openStandInCloud(
  answer: (frame: V5Frame, line: CloudLine, acknowledge: () => Buffer) => void = (_, line, acknowledge) =>
    write(line, acknowledge()),
  port = 0,
  /** Absent: it does not encrypt. */
  tls?: Readonly<{ key: string; cert: string }>,
): Promise<StandInCloud> {
  const lines: CloudLine[] = []
  let counter = 200
  const onLine = (socket: Socket): void => {
    const line: CloudLine = { socket, received: [], sent: [], frames: [] }
    lines.push(line)
    const stream = createReassembler()
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      line.received.push(chunk)
      for (const event of stream.push(chunk)) {
        if (event.kind !== 'frame') continue
        const { frame } = event
        line.frames.push(frame)
        if (!wantsAck(frame)) continue
        answer(frame, line, () => {
          counter = (counter + 1) & 0xff
          const ack = { nowSeconds: CLOUD_UNIX_S, offsetMinutes: OFFSET_MINUTES, seqServer: counter }
          return Buffer.from(encodeAck(frame, ack))
        })
      }
    })
  }
  const server: Server = tls === undefined ? createServer(onLine) : createSecureServer(tls, onLine)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    lines,
    received: () => Buffer.concat(lines.flatMap(({ received }) => received)),
    frames: () => lines.flatMap(({ frames }) => frames),
    send: (bytes, line = lines.at(-1)) => line && write(line, Buffer.from(bytes)),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const { socket } of lines) socket.destroy()
      await closed
    },
  }
}

export function write(line: CloudLine, bytes: Buffer): void {
  line.sent.push(bytes)
  line.socket.write(bytes)
}

/** A request of the cloud: text behind the 15 header bytes, as clouds send it. */
export const cloudRequest = (loggerSerial: number, seqServer: number, text = 'AT+YZCMPVER\n'): Uint8Array =>
  encodeFrame({
    type: frameTypes.request,
    seqServer,
    seqLogger: 0,
    loggerSerial,
    payload: Uint8Array.of(1, ...new Uint8Array(14), ...Buffer.from(text)),
  })
