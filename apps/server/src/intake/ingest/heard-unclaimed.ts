import { toPlace } from '@heliograph/domain/address.ts'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import type { HeardUnclaimed } from '../../fleet/loggers/prove-claims.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import type { Arrival } from './arrival.ts'

/** For loggers without an owner: new facts that are written at once, and facts that are due anyway. */
export const listUnclaimed = (
  arrivals: readonly Arrival[],
  known: (source: SourceId) => KnownLogger,
  isWritten: ReadonlySet<SourceId>,
): readonly Arrival[] =>
  arrivals.filter(
    ({ source, heard }) =>
      known(source).plant === undefined &&
      (heard?.isHandshake === true || (heard !== undefined && isWritten.has(source))),
  )

/** The contacts of each logger in order of arrival; loggers without a row are left out. */
export function listHeardUnclaimed(
  unclaimed: readonly Arrival[],
  idOf: (source: SourceId) => number,
): readonly (HeardUnclaimed & Readonly<{ source: SourceId }>)[] {
  const bySource = new Map<SourceId, HeardUnclaimed['sightings'][number][]>()
  for (const { source, heard } of unclaimed) {
    if (heard === undefined) continue
    const sightings = bySource.get(source) ?? []
    bySource.set(source, sightings)
    const { workingS: poweronS, totalWorkingS: totalS } = heard.facts
    sightings.push({
      place: toPlace(heard.address ?? ''),
      atMs: heard.atMs,
      clocks: poweronS === undefined || totalS === undefined ? undefined : { totalS, poweronS },
      isHandshake: heard.isHandshake === true,
    })
  }
  return [...bySource].flatMap(([source, sightings]) => {
    const loggerId = idOf(source)
    return loggerId === 0 ? [] : [{ source, loggerId, sightings }]
  })
}
