import type { Flow } from '@heliograph/domain/energy-flow.ts'
import { addDays } from '@heliograph/domain/time.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { ReplacedDays } from './sample.ts'

/** Days on which one device alone measures a flow: those before it (with a smaller number) do not count. */
type Replacement = ReplacedDays & Readonly<{ deviceId: number }>

/**
 * Lets a device measure flows alone on some dates. The samples of the devices before it stay as they are; the plant's days
 * are right after a recount, and right again after the one that follows its removal.
 */
export async function replaceDays(
  transaction: Kysely<Tables>,
  { plantId, deviceId }: Readonly<{ plantId: number; deviceId: number }>,
  dates: ReadonlyMap<Flow, readonly string[]>,
): Promise<void> {
  const spans = [...dates].flatMap(([flow, days]) => joinDates(days).map((span) => ({ flow, ...span })))
  for (let i = 0; i < spans.length; i += MOST_AT_ONCE)
    await transaction
      .insertInto('replaced_days')
      .values(
        spans.slice(i, i + MOST_AT_ONCE).map(({ flow, first, last }) => ({
          plant_id: plantId,
          device_id: deviceId,
          flow,
          first_day: first,
          last_day: last,
        })),
      )
      .execute()
}

const MOST_AT_ONCE = 1_000

/** Dates that follow each other are one span. */
function joinDates(dates: readonly string[]): readonly Readonly<{ first: string; last: string }>[] {
  const spans: { first: string; last: string }[] = []
  for (const date of [...dates].sort()) {
    const open = spans.at(-1)
    if (open && date <= addDays(open.last, 1)) open.last = date
    else spans.push({ first: date, last: date })
  }
  return spans
}

/** Replacements of a plant that touch a date. */
export async function readReplaced(db: Db, plantId: number, date: string): Promise<readonly Replacement[]> {
  const { rows } = await db.pool.query<Replacement>(
    `select device_id as "deviceId", flow, first_day::text as first, last_day::text as last
     from replaced_days where plant_id = $1 and $2::date between first_day and last_day`,
    [plantId, date],
  )
  return rows
}
