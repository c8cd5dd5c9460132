import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { withCrc } from '@heliograph/wires/modbus/crc.ts'
import { createMbapCutter, encodeMbapReply } from '@heliograph/wires/modbus/mbap.ts'
import { decodeReadRequest, encodeException, encodeReadReply, type ReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import type { Served } from '../sites/home.ts'

/** The registers of a unit from an address, an exception, or nothing: silence. */
export type AnswerRegisters = (request: ReadRequest) => readonly number[] | Readonly<{ exception: number }> | undefined

/** Habits of a device at a new connection, ms. */
export type Habits = Readonly<{
  /** It hears nothing for so long. */
  deafMs?: number
  /** Its first answer takes so long. */
  firstAnswerMs?: number
}>

/**
 * A device with Modbus TCP. It takes one connection at a time, as many do: another one is closed at once.
 * @throws Error of the system when the port is taken
 */
export async function serveModbus(
  port: number,
  answer: AnswerRegisters,
  { deafMs = 0, firstAnswerMs = 0 }: Habits = {},
): Promise<Served> {
  let current: Socket | undefined
  const server = createServer((socket) => {
    if (current) {
      socket.destroy()
      return
    }
    current = socket
    socket.setTimeout(180_000, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => {
      current = undefined
    })
    const cutter = createMbapCutter()
    const sinceMs = performance.now()
    let isFirst = true
    socket.on('data', async (bytes) => {
      const frames = cutter.push(bytes)
      if (frames === 'lost') return socket.destroy()
      if (performance.now() - sinceMs < deafMs) return
      if (isFirst) await sleep(firstAnswerMs)
      isFirst = false
      for (const { transaction, unit, pdu } of frames) {
        const request = decodeReadRequest(withCrc(Uint8Array.of(unit, ...pdu)))
        const fn = pdu[0] ?? 0
        const reply = request ? answer(request) : { exception: 1 }
        if (reply === undefined) continue
        const rtu =
          'exception' in reply || request === undefined
            ? encodeException({ unit, fn, code: 'exception' in reply ? reply.exception : 1 })
            : encodeReadReply({ ...request, words: reply })
        socket.write(encodeMbapReply(transaction, rtu))
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as { port: number }).port,
    stop: async () => {
      current?.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
