import { createServer, type Socket } from 'node:net'
import { withCrc } from '@heliograph/wires/modbus/crc.ts'
import { createMbapCutter, encodeMbapReply } from '@heliograph/wires/modbus/mbap.ts'
import { decodeReadRequest, encodeException, encodeReadReply, type ReadRequest } from '@heliograph/wires/modbus/rtu.ts'

/** What a device does with a request: words, an exception, or bytes of its own; nothing is silence. */
export type Behavior = (
  request: ReadRequest,
  transaction: number,
  socket: Socket,
) => Readonly<{ words: readonly number[] }> | Readonly<{ exception: number }> | Uint8Array | undefined

export type ModbusDevice = Readonly<{
  port: number
  /** Connections so far, and those that are open. */
  connections: () => number
  open: () => number
  close: () => Promise<void>
}>

/** The reply to a request in a frame of Modbus TCP. */
export const replyFrame = (transaction: number, request: ReadRequest, words: readonly number[]): Uint8Array =>
  encodeMbapReply(transaction, encodeReadReply({ ...request, words }))

/** A device on this machine: on a port of its own, unless a place is named. */
export async function openModbusDevice(
  behave: Behavior,
  { host = '127.0.0.1', port = 0 }: Readonly<{ host?: string; port?: number }> = {},
): Promise<ModbusDevice> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const cutter = createMbapCutter()
    socket.on('data', (bytes) => {
      const frames = cutter.push(bytes)
      if (frames === 'lost') return socket.destroy()
      for (const { transaction, unit, pdu } of frames) {
        const request = decodeReadRequest(withCrc(Uint8Array.of(unit, ...pdu)))
        if (request === undefined) return socket.destroy()
        const reply = behave(request, transaction, socket)
        if (reply === undefined) continue
        if (reply instanceof Uint8Array) socket.write(reply)
        else if ('words' in reply) socket.write(replyFrame(transaction, request, reply.words))
        else socket.write(encodeMbapReply(transaction, encodeException({ ...request, code: reply.exception })))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return {
    port: (server.address() as { port: number }).port,
    connections: () => connections,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The words of a table of registers; an address outside it is refused with exception 2. */
export const fromTable =
  (table: ReadonlyMap<number, number>): Behavior =>
  ({ address, count }) => {
    const words = Array.from({ length: count }, (_, i) => table.get(address + i))
    return words.every((word) => word !== undefined) ? { words } : { exception: 2 }
  }
