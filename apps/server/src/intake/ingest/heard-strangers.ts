import { toPlace } from '@heliograph/domain/address.ts'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import type { HeardStranger } from '../../fleet/loggers/prove-claims.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import type { Arrival } from './arrival.ts'

/** For loggers without an owner: new facts that are written at once, and facts that are due anyway. */
export const listStrangers = (
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
export function listHeardStrangers(
  strangers: readonly Arrival[],
  idOf: (source: SourceId) => number,
): readonly (HeardStranger & Readonly<{ source: SourceId }>)[] {
  const bySource = new Map<SourceId, HeardStranger['sightings'][number][]>()
  for (const { source, heard } of strangers) {
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
