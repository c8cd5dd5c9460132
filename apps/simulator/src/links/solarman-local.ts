import { createServer, type Socket } from 'node:net'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { withCrc } from '@heliograph/wires/modbus/crc.ts'
import { createMbapCutter, encodeMbapReply } from '@heliograph/wires/modbus/mbap.ts'
import { decodeReadRequest, encodeException, encodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { encodeFrame, frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalRequest, encodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'
import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import type { AnswerRegisters } from './modbus-server.ts'

/** The habits of a stick, as owners of real ones describe them. */
export type StickHabits = Readonly<{
  /** Two zero bytes behind each reply: Deye. */
  isDoubleCrc?: boolean
  /** LSE-3: the port speaks Modbus TCP, and answers a V5 request with its first bytes. */
  isEthernet?: boolean
  /** A line of AT text before anything else. */
  banner?: string
  /** Each nth reply comes behind a copy of what the cloud asked. */
  copiesEvery?: number
  /** Each nth request is forgotten. */
  forgetsEvery?: number
}>

export type SolarmanStick = Readonly<{ port: number; stop: () => Promise<void> }>

const MOST_CLIENTS = 2
const IDLE_MS = MINUTE_MS
const HEARTBEAT_MS = 45_000
const [NO_ANSWER, WRONG_SERIAL] = [5, 6]
const MOST_REGISTERS = 100

/**
 * The local port (8899) of a logger stick and the device behind it. Requests with another serial number are refused
 * with the stick's own; a device that sleeps, a range that it refuses and a request that is too long all end in the
 * stick's error 5.
 * @throws Error of the system when the port is taken
 */
export async function serveSolarmanStick(
  port: number,
  options: Readonly<{
    serial: number
    answer: AnswerRegisters
    timeFields: () => TimeFields
    habits?: StickHabits
  }>,
): Promise<SolarmanStick> {
  const { serial, answer, timeFields, habits = {} } = options
  const sockets = new Set<Socket>()
  let asked = 0
  let seqLogger = 0
  const isNth = (every: number | undefined): boolean => every !== undefined && asked % every === 0

  const toRtu = (rtu: Uint8Array): Uint8Array => {
    const request = decodeReadRequest(rtu)
    const words = request && request.count <= MOST_REGISTERS ? answer(request) : undefined
    if (request === undefined || words === undefined || 'exception' in words) return Uint8Array.of(NO_ANSWER, 0)
    const reply = encodeReadReply({ ...request, words })
    return habits.isDoubleCrc ? Uint8Array.of(...reply, 0, 0) : reply
  }
  const takeFrame = (frame: V5Frame, socket: Socket): void => {
    const local = decodeLocalRequest(frame)
    // Acknowledgments of heartbeats.
    if (local === undefined) return
    asked += 1
    if (isNth(habits.forgetsEvery)) return
    const send = (request: V5Frame, rtu: Uint8Array): void => {
      seqLogger = (seqLogger + 1) % 0x100
      socket.write(encodeLocalReply({ request, seqLogger, loggerSerial: serial, time: timeFields(), rtu }))
    }
    if (isNth(habits.copiesEvery))
      send({ ...frame, seqServer: 0 }, encodeReadReply({ unit: 1, fn: 3, words: [0, 0, 0] }))
    send(frame, frame.loggerSerial === serial ? toRtu(local.rtu) : Uint8Array.of(WRONG_SERIAL, 0))
  }
  const createPlain = (socket: Socket): ((bytes: Uint8Array) => void) => {
    const cutter = createMbapCutter()
    return (bytes) => {
      if (bytes[0] === 0xa5) {
        socket.write(Uint8Array.of(...bytes.subarray(0, 5), 3, bytes[6] ?? 0, (bytes[7] ?? 0) | 0x80, 2))
        return
      }
      const frames = cutter.push(bytes)
      if (frames === 'lost') return void socket.destroy()
      for (const { transaction, unit, pdu } of frames) {
        const request = decodeReadRequest(withCrc(Uint8Array.of(unit, ...pdu)))
        const words = request ? answer(request) : { exception: 1 }
        if (words === undefined) continue
        const fn = pdu[0] ?? 0
        const rtu =
          'exception' in words || request === undefined
            ? encodeException({ unit, fn, code: 'exception' in words ? words.exception : 1 })
            : encodeReadReply({ ...request, words })
        socket.write(encodeMbapReply(transaction, rtu))
      }
    }
  }
  const heartbeat = (): Uint8Array =>
    encodeFrame({
      type: frameTypes.heartbeat,
      seqServer: 0,
      seqLogger: seqLogger & 0xff,
      loggerSerial: serial,
      payload: new Uint8Array(1),
    })

  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (sockets.size >= MOST_CLIENTS) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    const beating = setInterval(() => socket.write(heartbeat()), HEARTBEAT_MS).unref()
    socket.on('close', () => {
      clearInterval(beating)
      sockets.delete(socket)
    })
    if (habits.banner) socket.write(habits.banner)
    const stream = createReassembler()
    const plain = createPlain(socket)
    socket.on('data', (bytes) => {
      if (habits.isEthernet) return plain(bytes)
      for (const event of stream.push(bytes)) if (event.kind === 'frame') takeFrame(event.frame, socket)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as { port: number }).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
