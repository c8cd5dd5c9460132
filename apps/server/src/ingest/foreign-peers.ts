import { toCountedAddress } from '@heliograph/domain/address.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'

/** A device that reached the port of the loggers and spoke something else. */
export type ForeignPeer = Readonly<{ protocol: string; atMs: number }>

export type ForeignPeers = Readonly<{
  note: (address: string, protocol: string) => void
  /** The last one that came from where a visitor comes from: the same address, or both from private networks. */
  find: (visitorAddress: string) => ForeignPeer | undefined
}>

const keptMs = HOUR_MS
const limit = 1_000
const privateNetwork =
  /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.|^(fc|fd|fe[89ab])[0-9a-f]{0,2}:|^::1$|^0:0:0:0::/i

/** Of this node, for an hour: an owner who is setting a device up is told what arrived from there. */
export function createForeignPeers(now: () => number): ForeignPeers {
  const peers = new Map<string, ForeignPeer>()
  return {
    note: (address, protocol) => {
      const key = keyOf(address)
      // The newest last, so that the oldest goes first.
      peers.delete(key)
      peers.set(key, { protocol, atMs: now() })
      const [oldest] = peers.keys()
      if (peers.size > limit && oldest !== undefined) peers.delete(oldest)
    },
    find: (address) => {
      const found = peers.get(keyOf(address))
      return found !== undefined && now() - found.atMs < keptMs ? found : undefined
    },
  }
}

function keyOf(address: string): string {
  const counted = toCountedAddress(address)
  return privateNetwork.test(counted) ? 'private' : counted
}
