import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { WeatherColumns } from '@heliograph/domain/weather/weather-hour.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Asking, type PlaceChange, type PlaceKey, setPlace, toDegrees } from './asking.ts'
import { mergeColumns, toColumns } from './day-columns.ts'
import { fetchAnswer } from './fetch-answer.ts'
import { WeatherFault } from './provider.ts'
import type { WeatherSettings } from './providers.ts'

const AT_ONCE = 4
const MOST_PLACES = 120
const LEASE_MS = 2 * MINUTE_MS
const FRESH_MS = HOUR_MS
/** As far back as any service goes: the past teaches the forecast. */
const FIRST_PAST_DAYS = 92
const FIRST_WAIT_MS = 5 * MINUTE_MS
const LONGEST_WAIT_MS = 6 * HOUR_MS

type DuePlace = PlaceKey & Readonly<{ provider: string; answered_at: Date | null; failures: number }>

/**
 * Asks for the places whose weather is due: each once, however many plants it has and however many nodes run. A service
 * that refuses waits longer each time; the last good answer stays.
 * @returns the number of places that got an answer
 */
export async function fetchDueWeather(db: Db, settings: WeatherSettings, options: Asking): Promise<number> {
  if (settings === null) return 0
  const { now, mostMs = 25_000 } = options
  const startedMs = performance.now()
  await addPlaces(db)
  if (await isPaused(db, settings.provider.name, now())) return 0
  const everyMs = await chooseInterval(db, settings)
  let answered = 0
  let stopped = false
  const work = async (): Promise<void> => {
    while (!stopped && options.signal?.aborted !== true && performance.now() - startedMs < mostMs) {
      const place = await leasePlace(db, settings.provider.name, now())
      if (place === undefined) return
      const outcome = await fetchPlace(db, settings, place, everyMs, options)
      if (outcome === 'answered') answered++
      // A service that is busy for one place is busy for all.
      else if (outcome === 'busy') stopped = true
      if (answered >= MOST_PLACES) stopped = true
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answered
}

/** The places of plants that have none yet. No plant stands in the sea off Africa: that is an entry without a place. */
async function addPlaces(db: Db): Promise<void> {
  await sql`insert into weather_places (latitude_cdeg, longitude_cdeg)
    select distinct cast(round(p.latitude * 100) as integer), cast(round(p.longitude * 100) as integer) from plants p
    where not (p.latitude = 0 and p.longitude = 0)
      and not exists (select from weather_places w
        where w.latitude_cdeg = cast(round(p.latitude * 100) as integer)
          and w.longitude_cdeg = cast(round(p.longitude * 100) as integer))
    on conflict do nothing`.execute(db.kysely)
}

/** Removes places that no plant stands on any more, with their weather. */
export async function removeEmptyPlaces(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from weather_places w where not exists (select from plants p
    where cast(round(p.latitude * 100) as integer) = w.latitude_cdeg
      and cast(round(p.longitude * 100) as integer) = w.longitude_cdeg)`.execute(db.kysely)
  return Number(numAffectedRows ?? 0)
}

export async function isPaused(db: Db, provider: string, nowMs: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('weather_pauses')
    .select('until')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row !== undefined && row.until.getTime() > nowMs
}

/** Every hour, or as often as the day's requests suffice for all places. */
async function chooseInterval(db: Db, { callsPerDay }: NonNullable<WeatherSettings>): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('weather_places')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Math.max(FRESH_MS, Math.ceil((Number(count) * DAY_MS) / callsPerDay))
}

/** For a while by the database's clock: a node whose own clock is off takes nothing that another has. */
async function leasePlace(db: Db, provider: string, nowMs: number): Promise<DuePlace | undefined> {
  const { rows } = await sql<DuePlace>`update weather_places w
    set leased_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    from (select latitude_cdeg, longitude_cdeg from weather_places
      where (next_at <= ${new Date(nowMs)} or (provider <> ${provider} and failures = 0))
        and (leased_until is null or leased_until <= clock_timestamp())
      order by answered_at nulls first, next_at limit 1 for update skip locked) d
    where w.latitude_cdeg = d.latitude_cdeg and w.longitude_cdeg = d.longitude_cdeg
    returning w.latitude_cdeg, w.longitude_cdeg, w.provider, w.answered_at, w.failures`.execute(db.kysely)
  return rows[0]
}

type Outcome = 'answered' | 'busy' | 'failed'

async function fetchPlace(
  db: Db,
  settings: NonNullable<WeatherSettings>,
  place: DuePlace,
  everyMs: number,
  options: Asking,
): Promise<Outcome> {
  const { name } = settings.provider
  const nowMs = options.now()
  const asked = toDegrees(place)
  const isNew = place.answered_at === null || place.provider !== name
  const silentMs = nowMs - (place.answered_at?.getTime() ?? nowMs)
  const pastDays = isNew ? FIRST_PAST_DAYS : Math.min(FIRST_PAST_DAYS, 2 + Math.ceil(silentMs / DAY_MS))
  try {
    const { hours, expiresMs } = await fetchAnswer(settings, asked, { ...options, pastDays, nowMs })
    await writeHours(db, place, name, toColumns(hours), nowMs)
    const next = Math.max(nowMs + everyMs, Math.min(expiresMs ?? 0, nowMs + DAY_MS))
    await release(db, place, {
      provider: name,
      answered_at: new Date(nowMs),
      failures: 0,
      fault: null,
      next_at: new Date(next),
    })
    await db.kysely.deleteFrom('weather_pauses').where('provider', '=', name).execute()
    return 'answered'
  } catch (error) {
    // A stop is not a fault of the service.
    if (options.signal?.aborted) {
      await release(db, place, {})
      return 'busy'
    }
    if (!(error instanceof WeatherFault)) throw error
    const failures = Math.min(place.failures + 1, 20)
    const waitMs = Math.max(error.retryAfterMs ?? 0, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)))
    options.log.warn({ provider: name, fault: error.kind, reason: error.message, ...asked }, 'no weather for a place')
    await release(db, place, { failures, fault: error.kind, next_at: new Date(nowMs + waitMs) })
    if (error.kind !== 'busy') return 'failed'
    await pause(db, name, nowMs, error.retryAfterMs)
    return 'busy'
  }
}

const release = (db: Db, place: PlaceKey, change: PlaceChange) => setPlace(db, place, { leased_until: null, ...change })

/** Longer each time, until a place is answered. */
export async function pause(db: Db, provider: string, nowMs: number, retryAfterMs: number | null): Promise<void> {
  const before = await db.kysely
    .selectFrom('weather_pauses')
    .select('failures')
    .where('provider', '=', provider)
    .executeTakeFirst()
  const failures = Math.min((before?.failures ?? 0) + 1, 12)
  const waitMs = Math.max(retryAfterMs ?? 0, Math.min(HOUR_MS, MINUTE_MS * 2 ** (failures - 1)))
  const row = { until: new Date(nowMs + waitMs), failures }
  await db.kysely
    .insertInto('weather_pauses')
    .values({ provider, ...row })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
    .execute()
}

export async function writeHours(
  db: Db,
  { latitude_cdeg, longitude_cdeg }: PlaceKey,
  provider: string,
  days: ReadonlyMap<string, WeatherColumns>,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const known = await transaction
      .selectFrom('weather_days')
      .select(['day', 'hours'])
      .where('latitude_cdeg', '=', latitude_cdeg)
      .where('longitude_cdeg', '=', longitude_cdeg)
      .where('day', 'in', [...days.keys()])
      .execute()
    const before = new Map(known.map(({ day, hours }) => [day, hours]))
    const rows = [...days].map(([day, columns]) => ({
      latitude_cdeg,
      longitude_cdeg,
      day,
      provider,
      fetched_at: new Date(nowMs),
      hours: mergeColumns(before.get(day), columns),
    }))
    await sql`insert into weather_days
      select * from jsonb_populate_recordset(null::weather_days, ${JSON.stringify(rows)}::jsonb)
      on conflict (latitude_cdeg, longitude_cdeg, day) do update
      set provider = excluded.provider, fetched_at = excluded.fetched_at, hours = excluded.hours`.execute(transaction)
  })
}
