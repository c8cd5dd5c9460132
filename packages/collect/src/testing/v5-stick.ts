import { createServer, type Socket } from 'node:net'
import { withCrc } from '@heliograph/wires/modbus/crc.ts'
import { createMbapCutter, encodeMbapReply } from '@heliograph/wires/modbus/mbap.ts'
import { decodeReadRequest, encodeException, encodeReadReply, type ReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { encodeFrame, frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalRequest, encodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'

/** The device behind the stick: words, an exception, an error of the stick itself, or nothing. */
export type StickAnswer =
  | Readonly<{ words: readonly number[] }>
  | Readonly<{ exception: number; fn?: number }>
  | Readonly<{ loggerError: number }>
  | undefined

export type StickQuirks = Readonly<{
  serial?: number
  banner?: string
  /** Two zero bytes behind each reply. */
  isDoubleCrc?: boolean
  /** Speaks Modbus TCP, and takes a V5 request for it. */
  isEthernet?: boolean
  mostClients?: number
  /** Written before the reply to a request. */
  before?: (request: V5Frame, write: (bytes: Uint8Array) => void) => void
}>

export type V5Stick = Readonly<{
  port: number
  connections: () => number
  open: () => number
  /** Functions that were asked for. */
  functions: ReadonlySet<number>
  /** Frames that are no requests: acknowledgments of heartbeats. */
  acknowledged: readonly V5Frame[]
  close: () => Promise<void>
}>

export const STICK_TIME = { totalS: 1_025_718, poweronS: 10_011, offsetS: 1_661_433_427 }
export const STICK_SERIAL = 2_700_014_443

/** A logger stick on a port of its own on this machine. */
export async function openV5Stick(
  answer: (request: ReadRequest) => StickAnswer,
  quirks: StickQuirks = {},
): Promise<V5Stick> {
  const { serial = STICK_SERIAL, mostClients = 9 } = quirks
  const sockets = new Set<Socket>()
  const functions = new Set<number>()
  const acknowledged: V5Frame[] = []
  let connections = 0
  let seqLogger = 100

  const toRtu = (request: ReadRequest, reply: Exclude<StickAnswer, undefined>): Uint8Array => {
    if ('loggerError' in reply) return Uint8Array.of(reply.loggerError, 0)
    if ('exception' in reply)
      return encodeException({ unit: request.unit, fn: reply.fn ?? request.fn, code: reply.exception })
    const rtu = encodeReadReply({ ...request, words: reply.words })
    return quirks.isDoubleCrc ? Uint8Array.of(...rtu, 0, 0) : rtu
  }
  const takeFrame = (frame: V5Frame, socket: Socket): void => {
    const asked = decodeLocalRequest(frame)
    if (asked === undefined) {
      acknowledged.push(frame)
      return
    }
    functions.add(asked.rtu[1] ?? 0)
    quirks.before?.(frame, (bytes) => socket.write(bytes))
    const request = decodeReadRequest(asked.rtu)
    const isMine = frame.loggerSerial === serial
    const reply = isMine ? request && answer(request) : { loggerError: 6 }
    if (reply === undefined || request === undefined) return
    seqLogger = (seqLogger + 1) % 256
    const rtu = toRtu(request, reply)
    socket.write(encodeLocalReply({ request: frame, seqLogger, loggerSerial: serial, time: STICK_TIME, rtu }))
  }
  const takePlain = (socket: Socket): ((bytes: Uint8Array) => void) => {
    let cutter = createMbapCutter()
    return (bytes) => {
      if (bytes[0] === 0xa5) {
        socket.write(Uint8Array.of(...bytes.subarray(0, 5), 3, bytes[6] ?? 0, (bytes[7] ?? 0) | 0x80, 2))
        cutter = createMbapCutter()
        return
      }
      const frames = cutter.push(bytes)
      if (frames === 'lost') return void socket.destroy()
      for (const { transaction, unit, pdu } of frames) {
        const request = decodeReadRequest(withCrc(Uint8Array.of(unit, ...pdu)))
        const reply = request && answer(request)
        if (request && reply) socket.write(encodeMbapReply(transaction, toRtu(request, reply)))
      }
    }
  }

  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    if (sockets.size >= mostClients) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (quirks.banner) socket.write(quirks.banner)
    const stream = createReassembler()
    const plain = takePlain(socket)
    socket.on('data', (bytes) => {
      if (quirks.isEthernet) return plain(bytes)
      for (const event of stream.push(bytes)) if (event.kind === 'frame') takeFrame(event.frame, socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    connections: () => connections,
    open: () => sockets.size,
    functions,
    acknowledged,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const heartbeatOf = (loggerSerial: number): Uint8Array =>
  encodeFrame({
    type: frameTypes.heartbeat,
    seqServer: 151,
    seqLogger: 109,
    loggerSerial,
    payload: new Uint8Array(1),
  })
