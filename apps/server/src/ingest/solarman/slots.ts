import { toCountedAddress } from '@heliograph/domain/address.ts'

export type SlotLimits = Readonly<{
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Limit of connections per address without a registered serial. */
  maxUnprovenPerAddress: number
}>

/** The slot of one connection. */
export type Slot = Readonly<{
  /** Reports whether the serial of this connection is registered. */
  mark: (isRegistered: boolean) => void
  leave: () => void
}>

export type Slots = Readonly<{
  /**
   * Takes a slot, if necessary from the oldest connection without a registered serial.
   * @param drop closes this connection when its slot is needed @returns the reason when there is none
   */
  enter: (address: string, drop: (why: string) => void) => Slot | string
  size: () => number
}>

type Entry = { readonly peer: Peer; readonly drop: (why: string) => void; isRegistered: boolean }
/** All connections behind one counted address: an IPv4 address, or a /64. */
type Peer = { readonly key: string; total: number; readonly unproven: Set<Entry> }

/** Unproven connections use at most half of the slots: the rest is reserved for registered loggers. */
const unprovenShare = 0.5

export function createSlots(limits: SlotLimits): Slots {
  const entries = new Set<Entry>()
  const peers = new Map<string, Peer>()
  /** Peers by the number of their unproven connections, so that the largest is found at once. */
  const byLoudness = new Map<number, Set<Peer>>()
  const unprovenLimit = Math.max(1, Math.floor(limits.maxConnections * unprovenShare))
  let total = 0
  let unproven = 0

  const change = (entry: Entry, isAdded: boolean): void => {
    const { peer } = entry
    byLoudness.get(peer.unproven.size)?.delete(peer)
    if (isAdded) peer.unproven.add(entry)
    else peer.unproven.delete(entry)
    unproven += isAdded ? 1 : -1
    const equals = byLoudness.get(peer.unproven.size) ?? new Set()
    if (peer.unproven.size > 0) byLoudness.set(peer.unproven.size, equals.add(peer))
  }

  const loudest = (): Peer | undefined => {
    for (let loudness = limits.maxUnprovenPerAddress; loudness > 0; loudness -= 1) {
      const [peer] = byLoudness.get(loudness) ?? []
      if (peer !== undefined) return peer
    }
    return undefined
  }

  const leave = (entry: Entry): void => {
    const { peer } = entry
    if (!entries.delete(entry)) return
    if (!entry.isRegistered) change(entry, false)
    total -= 1
    peer.total -= 1
    if (peer.total === 0) peers.delete(peer.key)
  }

  const dropOldest = (peer: Peer | undefined, why: string): boolean => {
    const [oldest] = peer?.unproven ?? []
    if (oldest === undefined) return false
    leave(oldest)
    oldest.drop(why)
    return true
  }

  return {
    enter: (address, drop) => {
      const key = toCountedAddress(address)
      const known = peers.get(key)
      const isLoud = (known?.unproven.size ?? 0) >= limits.maxUnprovenPerAddress
      const isCrowded = (known?.total ?? 0) >= limits.maxConnectionsPerAddress
      if ((isLoud || isCrowded) && !dropOldest(known, 'a newer connection of its address needs the place'))
        return 'too many connections from one address'
      const isFull = total >= limits.maxConnections || unproven >= unprovenLimit
      if (isFull && !dropOldest(loudest(), 'a newer connection needs the place')) return 'too many connections'
      const peer = peers.get(key) ?? { key, total: 0, unproven: new Set() }
      peers.set(key, peer)
      const entry: Entry = { peer, drop, isRegistered: false }
      entries.add(entry)
      total += 1
      peer.total += 1
      change(entry, true)
      return {
        mark: (isRegistered) => {
          if (entry.isRegistered === isRegistered || !entries.has(entry)) return
          // A connection that lost its owner and finds no unproven slot keeps its slot.
          if (!isRegistered && peer.unproven.size >= limits.maxUnprovenPerAddress) return
          entry.isRegistered = isRegistered
          change(entry, !isRegistered)
        },
        leave: () => leave(entry),
      }
    },
    size: () => total,
  }
}
