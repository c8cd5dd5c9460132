import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'

/** How a service is asked. @param agent who asks */
export type Asking = Readonly<{
  now: () => number
  agent: string
  log: Pick<Log, 'warn'>
  signal?: AbortSignal
  /** The longest time of one round. */
  mostMs?: number
  /** With one request. */
  patienceMs?: number
}>

/** A place as its row names it: hundredths of a degree. */
export type PlaceKey = Readonly<{ latitude_cdeg: number; longitude_cdeg: number }>

export const toDegrees = (place: PlaceKey) => ({
  latitudeDeg: place.latitude_cdeg / 100,
  longitudeDeg: place.longitude_cdeg / 100,
})

export type PlaceChange = Readonly<{
  provider?: string
  answered_at?: Date
  failures?: number
  fault?: string | null
  next_at?: Date
  leased_until?: Date | null
  archive_next_at?: Date
  archive_asked_at?: Date
}>

export const setPlace = ({ kysely }: Db, { latitude_cdeg, longitude_cdeg }: PlaceKey, change: PlaceChange) =>
  kysely
    .updateTable('weather_places')
    .set(change)
    .where('latitude_cdeg', '=', latitude_cdeg)
    .where('longitude_cdeg', '=', longitude_cdeg)
    .execute()
