import { createSocket } from 'node:dgram'
import {
  DISCOVERY_PORT,
  type DiscoveredStick,
  decodeDiscovery,
  discoveryQuestions,
} from '@heliograph/wires/solarman-v5/discovery.ts'
import { type Clock, pause } from '../clock.ts'

/** Datagrams get lost. */
const ROUNDS = 2
const ROUND_MS = 1_000
/** More answers than this come from no home. */
const MOST_ANSWERS = 512

/**
 * Sticks that name themselves over UDP. An answer counts only when it comes from the address that it names.
 * @param options.addresses hosts, and broadcast addresses of networks @param options.isAllowed whether a stick may be there
 */
export async function findSticks(
  options: Readonly<{
    addresses: readonly string[]
    isAllowed: (address: string) => boolean
    clock: Clock
    signal: AbortSignal
    port?: number
  }>,
): Promise<readonly DiscoveredStick[]> {
  const { addresses, isAllowed, clock, signal, port = DISCOVERY_PORT } = options
  const found = new Map<string, DiscoveredStick>()
  const socket = createSocket('udp4')
  let answers = 0
  socket.on('error', () => {})
  socket.on('message', (bytes, { address }) => {
    if (++answers > MOST_ANSWERS) return
    const stick = decodeDiscovery(bytes)
    if (stick && stick.address === address && isAllowed(address)) found.set(address, stick)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind(0, () => resolve())
    })
    socket.setBroadcast(true)
    for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
      // A network that cannot be reached is none.
      for (const address of addresses)
        for (const question of discoveryQuestions) socket.send(question, port, address, () => {})
      await pause(clock, ROUND_MS)
    }
  } finally {
    socket.close()
  }
  return [...found.values()]
}
