/** Contradictions between the typed place and the rest of the form. */
import { isZone, offsetMinutes } from '@heliograph/domain/time.ts'
import { parseNumber } from './parse-place.ts'
import type { PlantDraft } from './plant-form.ts'

/** The widest zones of the world (western China, western Argentina) are three hours off their sun, with DST. */
const MOST_HOURS = 3.6

/** The hours by which the sun of the place differs from the clock of the zone; undefined while that is ordinary. */
export function findZoneClash(draft: Pick<PlantDraft, 'longitude' | 'zone'>, nowMs: number): number | undefined {
  const longitude = parseNumber(draft.longitude)
  if (!(Math.abs(longitude) <= 180) || !isZone(draft.zone)) return undefined
  const apart = Math.abs(offsetMinutes(nowMs, draft.zone) / 60 - longitude / 15) % 24
  const hours = Math.min(apart, 24 - apart)
  return hours > MOST_HOURS ? Math.round(hours) : undefined
}

/** Modules face the equator by default. */
const equatorward = (latitude: number): string => (latitude < 0 ? '0' : '180')

/** A change of the place, and of the azimuth while it is the one proposed for the old place. */
export function turnToEquator(draft: PlantDraft, changes: Partial<PlantDraft>): Partial<PlantDraft> {
  if (changes.latitude === undefined) return changes
  const [before, now] = [parseNumber(draft.latitude), parseNumber(changes.latitude)]
  if (Number.isNaN(now) || draft.azimuth !== equatorward(before)) return changes
  return { azimuth: equatorward(now), ...changes }
}

/** The azimuth was proposed for a southern place: worth a hint. */
export const isTurnedNorth = ({ latitude, azimuth }: Pick<PlantDraft, 'latitude' | 'azimuth'>): boolean =>
  parseNumber(latitude) < 0 && azimuth === '0'
