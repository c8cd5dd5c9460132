/** The time zones with their names, their offset at an instant and whether that is daylight-saving time. */
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { isDaylightSaving, listZones, offsetMinutes } from '@heliograph/domain/time.ts'
import { mapInPieces } from './map-in-pieces.ts'
import { nameOf, openNames } from './place-names.ts'

export type Zone = Readonly<{
  key: string
  /** Minutes east of UTC. */
  offset: number
  isDaylightSaving: boolean
}>

export const describeZone = (key: string, nowMs: number): Zone => ({
  key,
  offset: Math.round(offsetMinutes(nowMs, key)),
  isDaylightSaving: isDaylightSaving(nowMs, key),
})

/** Clocks of the world change on a quarter of an hour: between two of them the list stays the same. */
const STEP_MS = 15 * MINUTE_MS
let listed: Readonly<{ step: number; zones: Promise<readonly Zone[]> }> | undefined

export function listZonesAt(nowMs: number): Promise<readonly Zone[]> {
  const step = Math.floor(nowMs / STEP_MS)
  if (listed?.step !== step)
    listed = { step, zones: mapInPieces(listZones(), (key) => describeZone(key, step * STEP_MS)) }
  return listed.zones
}

type ZoneNames = ReadonlyMap<string, Readonly<{ city: string; label: string }>>
const known = new Map<LanguageCode, ZoneNames>()

/** The zone's city and the name of its time in a language: Berlin, Central European Time. */
export async function nameZones(language: LanguageCode): Promise<ZoneNames> {
  const found = known.get(language)
  if (found) return found
  const { zones } = await openNames()
  const { locale } = getLanguage(language)
  const names = new Map(
    await mapInPieces(listZones(), (key) => {
      const city = nameOf(zones[key], language) ?? (key.split('/').at(-1) ?? key).replaceAll('_', ' ')
      return [key, { city, label: longName(key, locale) }] as const
    }),
  )
  known.set(language, names)
  return names
}

function longName(zone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' })
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
