import { toPlace } from '@heliograph/domain/address.ts'
import type { KnownLogger } from '../loggers/known-loggers.ts'
import type { HeardStranger } from '../loggers/prove-claims.ts'
import type { SourceId } from '../loggers/source.ts'
import type { Arrival } from './arrival.ts'

/** What a batch heard of loggers that belong to no plant, which may prove whose they are. */
export function listHeardStrangers(
  arrivals: readonly Arrival[],
  known: (source: SourceId) => KnownLogger,
  idOf: (source: SourceId) => number,
): readonly HeardStranger[] {
  const heard = new Map<number, HeardStranger['sightings'][number][]>()
  for (const { source, heard: one } of arrivals) {
    const id = idOf(source)
    if (one === undefined || id === 0 || known(source).plant !== undefined) continue
    const { workingS: poweronS, totalWorkingS: totalS } = one.facts
    const sightings = heard.get(id) ?? []
    heard.set(id, sightings)
    sightings.push({
      place: toPlace(one.address ?? ''),
      atMs: one.atMs,
      clocks: poweronS === undefined || totalS === undefined ? undefined : { totalS, poweronS },
      isHandshake: one.isHandshake === true,
    })
  }
  return [...heard].map(([loggerId, sightings]) => ({ loggerId, sightings }))
}
