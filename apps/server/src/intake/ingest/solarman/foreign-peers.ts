import { toCountedAddress } from '@heliograph/domain/address.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'

/** Devices at one address that connected to the logger port with another protocol. */
export type ForeignPeer = Readonly<{
  /** Addresses as visitors are counted: IPv4, or an IPv6 /64. */
  address: string
  protocol: string
  times: number
  firstMs: number
  /** The last time. */
  atMs: number
}>

export type ForeignPeers = Readonly<{
  note: (address: string, protocol: string) => void
  /** The last one from the visitor's network: the same address, or both from private networks. */
  find: (visitorAddress: string) => ForeignPeer | undefined
  /** The last one first. */
  list: () => readonly ForeignPeer[]
}>

const keptMs = HOUR_MS
const LIMIT = 1_000
const privateNetwork =
  /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.|^(fc|fd|fe[89ab])[0-9a-f]{0,2}:|^::1$|^0:0:0:0::/i

/** Kept per node, for an hour: an owner who sets up a device sees what arrived from there. */
export function createForeignPeers(now: () => number): ForeignPeers {
  const peers = new Map<string, ForeignPeer>()
  const sweep = (): void => {
    // The oldest is the first.
    for (const [key, { atMs }] of peers) {
      if (peers.size <= LIMIT && now() - atMs < keptMs) return
      peers.delete(key)
    }
  }
  const list = (): readonly ForeignPeer[] => {
    sweep()
    return [...peers.values()].reverse()
  }
  return {
    note: (from, protocol) => {
      const address = toCountedAddress(from)
      const key = `${address} ${protocol}`
      const before = peers.get(key)
      const isKnown = before !== undefined && now() - before.atMs < keptMs
      // The newest last.
      peers.delete(key)
      const [times, firstMs] = isKnown ? [before.times + 1, before.firstMs] : [1, now()]
      peers.set(key, { address, protocol, times, firstMs, atMs: now() })
      sweep()
    },
    find: (from) => {
      const visitor = toCountedAddress(from)
      const isAtHome = privateNetwork.test(visitor)
      return list().find(({ address }) => address === visitor || (isAtHome && privateNetwork.test(address)))
    },
    list,
  }
}
