import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { flows } from '@heliograph/domain/energy-flow.ts'
import type { Db } from '../../platform/db/database.ts'
import { readText, toStamp } from './statement.ts'

/**
 * How many samples each device of a plant has in each UTC hour (hours since 1970), of days that are not sealed yet: a
 * number that grew shows where late samples arrived.
 */
export async function countByHour(
  db: Db,
  plantId: number,
  { fromMs, toMs }: Readonly<{ fromMs: number; toMs: number }>,
): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
  const rows = await readText(
    db.pool,
    `select device_id, floor(extract(epoch from at) / ${HOUR_MS / 1000})::bigint, count(*) from samples
     where plant_id = $1 and at >= $2 and at < $3 group by 1, 2`,
    [plantId, toStamp(fromMs), toStamp(toMs)],
    'telemetry-count-by-hour',
  )
  const found = new Map<number, Map<number, number>>()
  for (const [deviceId, hour, count] of rows) {
    const hours = found.get(Number(deviceId)) ?? new Map<number, number>()
    found.set(Number(deviceId), hours.set(Number(hour), Number(count)))
  }
  return found
}

const energies = [...flows, 'generation_offset', 'use_offset'].map((name) => `e.${name}_wh`).join(', ')
const ENTRY = `row(e.day, ${energies})::text`

/** By month (YYYY-MM), a digest of the energies of a plant's days up to a date: one that changed holds a recounted day. */
export async function digestMonths(db: Db, plantId: number, untilDate: string): Promise<ReadonlyMap<string, string>> {
  const rows = await readText(
    db.pool,
    `select left(e.day::text, 7), left(md5(string_agg(${ENTRY}, ',' order by ${ENTRY})), 12)
     from plant_day_entries e where e.plant_id = $1 and e.day <= $2 group by 1 order by 1`,
    [plantId, untilDate],
    'telemetry-digest-months',
  )
  return new Map(rows.map(([month, digest]) => [month ?? '', digest ?? '']))
}
