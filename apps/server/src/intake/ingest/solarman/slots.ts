import { toCountedAddress, toNetwork } from '@heliograph/domain/address.ts'
import { connectionsWithin } from './open-files.ts'

export type SlotLimits = Readonly<{
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Limit of connections per address without a registered serial. */
  maxUnprovenPerAddress: number
  /** Of the process: at its own limit the system closes connections without a word. */
  openFileLimit?: number | undefined
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
type Peer = { readonly key: string; readonly crowd: Crowd; total: number; readonly unproven: Set<Entry> }
/** All of which one customer may have: an IPv4 address, or a /48. The loudest gives way when the server is full. */
type Crowd = { readonly key: string; peers: number; readonly unproven: Set<Entry> }

/** Unproven connections use at most half of the slots: the rest is reserved for registered loggers. */
const UNPROVEN_SHARE = 0.5

/** The log names the settings that an operator may raise. */
const FULL = 'too many connections (LOGGER_MAX_CONNECTIONS)'
const NO_FILES = 'too many connections (the process may open no more files: LimitNOFILE, ulimit -n)'
const CROWDED = 'too many connections from one address (LOGGER_MAX_CONNECTIONS_PER_ADDRESS)'

export function createSlots(limits: SlotLimits): Slots {
  const entries = new Set<Entry>()
  const peers = new Map<string, Peer>()
  const crowds = new Map<string, Crowd>()
  /** Crowds by the number of their unproven connections, so that the largest is found at once. */
  const byLoudness = new Map<number, Set<Crowd>>()
  const { maxConnections, openFileLimit = Number.POSITIVE_INFINITY } = limits
  const most = Math.min(maxConnections, connectionsWithin(openFileLimit))
  const unprovenLimit = Math.max(1, Math.floor(most * UNPROVEN_SHARE))
  let total = 0
  let unproven = 0

  const change = (entry: Entry, isAdded: boolean): void => {
    const { peer } = entry
    const { crowd } = peer
    const equals = byLoudness.get(crowd.unproven.size)
    equals?.delete(crowd)
    if (equals?.size === 0) byLoudness.delete(crowd.unproven.size)
    for (const { unproven: own } of [peer, crowd]) {
      if (isAdded) own.add(entry)
      else own.delete(entry)
    }
    unproven += isAdded ? 1 : -1
    const { size } = crowd.unproven
    if (size > 0) byLoudness.set(size, (byLoudness.get(size) ?? new Set()).add(crowd))
  }

  const loudest = (): Crowd | undefined => {
    const [crowd] = byLoudness.get(Math.max(0, ...byLoudness.keys())) ?? []
    return crowd
  }

  const leave = (entry: Entry): void => {
    const { peer } = entry
    if (!entries.delete(entry)) return
    if (!entry.isRegistered) change(entry, false)
    total -= 1
    peer.total -= 1
    if (peer.total > 0) return
    peers.delete(peer.key)
    peer.crowd.peers -= 1
    if (peer.crowd.peers === 0) crowds.delete(peer.crowd.key)
  }

  const dropOldest = (from: Peer | Crowd | undefined, why: string): boolean => {
    const [oldest] = from?.unproven ?? []
    if (oldest === undefined) return false
    leave(oldest)
    oldest.drop(why)
    return true
  }

  const addPeer = (key: string, address: string): Peer => {
    const network = toNetwork(address, 48)
    const crowd = crowds.get(network) ?? { key: network, peers: 0, unproven: new Set() }
    crowds.set(network, crowd)
    crowd.peers += 1
    const peer: Peer = { key, crowd, total: 0, unproven: new Set() }
    peers.set(key, peer)
    return peer
  }

  return {
    enter: (address, drop) => {
      const key = toCountedAddress(address)
      const known = peers.get(key)
      const isLoud = (known?.unproven.size ?? 0) >= limits.maxUnprovenPerAddress
      const isCrowded = (known?.total ?? 0) >= limits.maxConnectionsPerAddress
      if ((isLoud || isCrowded) && !dropOldest(known, 'a newer connection of its address needs the place'))
        return CROWDED
      const isFull = total >= most || unproven >= unprovenLimit
      if (isFull && !dropOldest(loudest(), 'a newer connection needs the place'))
        return most < maxConnections ? NO_FILES : FULL
      const peer = peers.get(key) ?? addPeer(key, address)
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
