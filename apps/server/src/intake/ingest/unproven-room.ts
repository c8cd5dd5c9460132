import { toPlace } from '@heliograph/domain/address.ts'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { roomOf } from '../../fleet/loggers/unproven-rooms.ts'
import type { Arrival } from './arrival.ts'
import type { IngestSettings } from './settings.ts'

/** The network that a kept record came from. */
export const senderNetworkOf = ({ sight }: Arrival): string => toPlace(sight?.address ?? '') ?? ''

/** A full logger still takes this share of a network's room from networks that sent little. */
const LITTLE = 0.2

/**
 * Whether one more unproven record is kept: each network has a room of its own, and records whose device goes on are apart from
 * all others, so that no flood stops the acknowledgment of a stick elsewhere.
 */
export function createUnprovenRoom(known: (source: SourceId) => KnownLogger, settings: IngestSettings) {
  const added = new Map<string, number>()
  return (source: SourceId, network: string, isLikely: boolean): boolean => {
    const { unprovenFrom } = known(source)
    const room = roomOf(network, isLikely)
    const key = `${source} ${room}`
    const ofRoom = (unprovenFrom[room] ?? 0) + (added.get(key) ?? 0)
    const all = `${source} ${isLikely}`
    const kept = Object.entries(unprovenFrom).filter(([name]) => name.endsWith(' likely') === isLikely)
    const inAll = kept.reduce((sum, [, records]) => sum + records, added.get(all) ?? 0)
    const isLittle = ofRoom < settings.unprovenPerNetwork * LITTLE && inAll < 2 * settings.unprovenPerLogger
    if (ofRoom >= settings.unprovenPerNetwork || (inAll >= settings.unprovenPerLogger && !isLittle)) return false
    added.set(key, (added.get(key) ?? 0) + 1)
    added.set(all, (added.get(all) ?? 0) + 1)
    return true
  }
}
