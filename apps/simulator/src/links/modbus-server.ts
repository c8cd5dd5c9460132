import { createServer, type Socket } from 'node:net'
import { withCrc } from '@heliograph/wires/modbus/crc.ts'
import { createMbapCutter, encodeMbapReply } from '@heliograph/wires/modbus/mbap.ts'
import { decodeReadRequest, encodeException, encodeReadReply, type ReadRequest } from '@heliograph/wires/modbus/rtu.ts'

/** The registers of a unit from an address, an exception, or nothing: silence. */
export type AnswerRegisters = (request: ReadRequest) => readonly number[] | Readonly<{ exception: number }> | undefined

export type ModbusServer = Readonly<{ port: number; stop: () => Promise<void> }>

/**
 * A device with Modbus TCP. It takes one connection at a time, as many do: another one is closed at once.
 * @throws Error of the system when the port is taken
 */
export async function serveModbus(port: number, answer: AnswerRegisters): Promise<ModbusServer> {
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
    socket.on('data', (bytes) => {
      const frames = cutter.push(bytes)
      if (frames === 'lost') return socket.destroy()
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
