import { createServer, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import type { Served } from '../sites/home.ts'

export type Broker = Served &
  Readonly<{
    publish: (topic: string, payload: string, isRetained?: boolean) => void
    clients: () => number
  }>

/**
 * The MQTT broker of a home, or one inside a device.
 * @param onMessage what clients publish @throws Error of the system when the port is taken
 */
export async function openBroker(
  port: number,
  options: Readonly<{ user?: string; password?: string; onMessage?: (topic: string) => void }> = {},
): Promise<Broker> {
  const { user, password, onMessage } = options
  const aedes = await Aedes.createBroker()
  aedes.authenticate = (_, name, word, done) => {
    const isKnown = password === undefined || (name === user && word?.toString() === password)
    // Code 4: bad user name or password.
    done(isKnown ? null : Object.assign(new Error('bad user name or password'), { returnCode: 4 }), isKnown)
  }
  aedes.on('publish', ({ topic }, client) => {
    if (client) onMessage?.(topic)
  })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    aedes.handle(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as { port: number }).port,
    clients: () => aedes.connectedClients,
    publish: (topic, payload, retain = false) =>
      aedes.publish({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain }, () => {}),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all([
        new Promise<void>((resolve) => aedes.close(resolve)),
        new Promise((resolve) => server.close(resolve)),
      ])
    },
  }
}
