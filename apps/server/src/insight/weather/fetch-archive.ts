import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Asking, type PlaceKey, setPlace, toDegrees } from './asking.ts'
import { toColumns } from './day-columns.ts'
import { fetchArchive } from './fetch-answer.ts'
import { isPaused, pause, writeHours } from './fetch-due.ts'
import { WeatherFault } from './provider.ts'
import type { WeatherSettings } from './providers.ts'

/** A quarter of a year at once: as much as the first answer of a place. */
const DAYS_AT_ONCE = 90
/** Services count such an answer as about this many requests; half of the day's are left to the weather of now. */
const WEIGHT = 50
const LONGEST_AGO_DAYS = 3_660
const MOST_LOOKED_AT = 200
const MOST_ASKED = 20
const YOUNG_MS = 3 * DAY_MS
const AGAIN_MS = 10 * MINUTE_MS
const AFTER_FAULT_MS = 6 * HOUR_MS

type Looked = PlaceKey & Readonly<{ known_from: string | null }>

/**
 * Asks a service's archive for the past of places whose plants are older than what is known of their sky: backwards, a
 * quarter of a year at once, as slowly as the day's requests allow. Judged days then have their light.
 * @returns the number of answers
 */
export async function fetchDueArchive(db: Db, settings: WeatherSettings, options: Asking): Promise<number> {
  if (!settings?.archiveUrl || (await isPaused(db, settings.provider.name, options.now()))) return 0
  const { now, mostMs = 20_000 } = options
  const endsAt = performance.now() + mostMs
  const everyMs = Math.ceil((DAY_MS * WEIGHT) / settings.callsPerDay)
  const most = Math.min(MOST_ASKED, Math.max(1, Math.floor(MINUTE_MS / everyMs)))
  if (now() - (await lastAsked(db)) < everyMs) return 0
  let answered = 0
  for (let looked = 0; looked < MOST_LOOKED_AT && answered < most; looked++) {
    if (options.signal?.aborted || performance.now() > endsAt) break
    const place = await lookAtPlace(db, now())
    if (place === undefined) break
    const oldest = addDays(localDate(now(), 'UTC'), -LONGEST_AGO_DAYS)
    const plantsFrom = await firstDayOfPlants(db, place)
    const wanted = plantsFrom !== null && plantsFrom > oldest ? plantsFrom : oldest
    if (plantsFrom === null || place.known_from === null || wanted >= place.known_from) continue
    const to = addDays(place.known_from, -1)
    const first = addDays(to, 1 - DAYS_AT_ONCE)
    const outcome = await fetchPart(db, settings, place, { ...options, from: first > wanted ? first : wanted, to })
    if (outcome !== 'answered') break
    answered++
  }
  return answered
}

async function lastAsked(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`select max(archive_asked_at) as at from weather_places`.execute(
    db.kysely,
  )
  return rows[0]?.at?.getTime() ?? 0
}

/**
 * The next place, which no other node looks at for a day, or for some minutes where a plant is new, because its history
 * arrives in pieces; and since when its sky is known.
 */
async function lookAtPlace(db: Db, nowMs: number): Promise<Looked | undefined> {
  const { rows } = await sql<Looked>`update weather_places w set archive_next_at =
      case when exists (select from plants p where p.created_at > ${new Date(nowMs - YOUNG_MS)}
        and cast(round(p.latitude * 100) as integer) = w.latitude_cdeg
        and cast(round(p.longitude * 100) as integer) = w.longitude_cdeg)
      then ${new Date(nowMs + AGAIN_MS)}::timestamptz else ${new Date(nowMs + DAY_MS)}::timestamptz end
    from (select latitude_cdeg, longitude_cdeg from weather_places
      where archive_next_at <= ${new Date(nowMs)} and answered_at is not null
      order by archive_next_at limit 1 for update skip locked) d
    where w.latitude_cdeg = d.latitude_cdeg and w.longitude_cdeg = d.longitude_cdeg
    returning w.latitude_cdeg, w.longitude_cdeg,
      (select min(k.day)::text from weather_days k
        where k.latitude_cdeg = w.latitude_cdeg and k.longitude_cdeg = w.longitude_cdeg) as known_from`.execute(
    db.kysely,
  )
  return rows[0]
}

/** A statement of its own: a cluster keeps days of plants elsewhere than places. */
async function firstDayOfPlants(db: Db, { latitude_cdeg, longitude_cdeg }: PlaceKey): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(n.day)::text as day from plants p join plant_days n on n.plant_id = p.id
    where cast(round(p.latitude * 100) as integer) = ${latitude_cdeg}
      and cast(round(p.longitude * 100) as integer) = ${longitude_cdeg}`.execute(db.kysely)
  return rows[0]?.day ?? null
}

async function fetchPart(
  db: Db,
  settings: NonNullable<WeatherSettings>,
  place: Looked,
  options: Asking & Readonly<{ from: string; to: string }>,
): Promise<'answered' | 'failed'> {
  const { name } = settings.provider
  const nowMs = options.now()
  const asked = toDegrees(place)
  await setPlace(db, place, { archive_asked_at: new Date(nowMs) })
  try {
    const hours = await fetchArchive(settings, asked, { ...options, nowMs })
    if (hours.length === 0) throw new WeatherFault('broken', 'the archive has no hour of these days')
    await writeHours(db, place, name, toColumns(hours), nowMs)
    // Earlier hours are requested in their turn.
    await setPlace(db, place, { archive_next_at: new Date(nowMs) })
    return 'answered'
  } catch (error) {
    if (!(error instanceof WeatherFault)) throw error
    await setPlace(db, place, { archive_next_at: new Date(nowMs + AFTER_FAULT_MS) })
    if (options.signal?.aborted) return 'failed'
    options.log.warn({ provider: name, fault: error.kind, reason: error.message, ...asked }, 'no archive for a place')
    if (error.kind === 'busy') await pause(db, name, nowMs, error.retryAfterMs)
    return 'failed'
  }
}
