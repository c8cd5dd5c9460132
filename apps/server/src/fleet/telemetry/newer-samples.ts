import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { decodeLast, samplesOfOpen } from './device-state.ts'
import { layoutOf } from './layout.ts'
import { pointsOf } from './series.ts'
import type { Series } from './series-query.ts'
import { readText, toArray, toBytes, toStamp } from './statement.ts'
import { columnsOfHot, hotArrays } from './stored-columns.ts'

/** Samples that a reader of a device's samples up to an instant does not have yet. */
export type NewerSamples = Readonly<{
  /** The newest sample of all, and how many the device ever stored; null: it has none. */
  newestAtMs: number | null
  stored: number
  /** Samples after the instant. As many as `stored` grew by: none came late, and nothing before the instant has changed. */
  count: number
  series: readonly Series[]
}>

/**
 * The samples of devices of a plant after an instant of each, at one moment: of today or later, unsealed. Powers that are
 * not believed are among them.
 * @param sinceMs by device; null: none of its samples @returns devices without any sample are absent
 */
export async function newerSamples(
  db: Db,
  plantId: number,
  sinceMs: ReadonlyMap<number, number | null>,
  quantities: readonly QuantityId[],
): Promise<ReadonlyMap<number, NewerSamples>> {
  const rows = await readText(
    db.pool,
    statementOf(quantities.length),
    [
      plantId,
      toArray([...sinceMs.keys()]),
      toArray([...sinceMs.values()].map((atMs) => (atMs === null ? 'infinity' : toStamp(atMs)))),
      ...quantities,
    ],
    `telemetry-newer-${quantities.length}`,
  )
  return new Map(
    rows.map(([id, list, last, open, ...columns]) => {
      const { indexOf } = layoutOf((list ?? '').split(',').filter((text) => text !== '') as QuantityId[])
      const read = columnsOfHot(columns, quantities.length)
      const bytes = toBytes(last ?? '')
      const isNew = bytes.length === 0
      return [
        Number(id),
        {
          newestAtMs: isNew ? null : decodeLast(bytes).atMs,
          stored: isNew ? 0 : samplesOfOpen(toBytes(open ?? '')),
          count: read.atMs.length,
          series: quantities.map((quantity, i) => ({
            quantity,
            points: indexOf.has(quantity) ? pointsOf(read, i) : [],
          })),
        },
      ]
    }),
  )
}

function statementOf(count: number): string {
  const places = Array.from({ length: count }, (_, i) => `p${i}`)
  const positions = places.map((place, i) => `, array_position(d.quantities, $${i + 4}) as ${place}`)
  return `with own as materialized (
      select d.id, d.quantities, known.since${positions.join('')}
      from unnest($2::bigint[], $3::timestamptz[]) known(id, since) join devices d on d.id = known.id and d.plant_id = $1)
    select own.id, array_to_string(own.quantities, ','), l.last, l.open, s.* from own
      join device_latest l on l.plant_id = $1 and l.device_id = own.id
      cross join lateral (select ${hotArrays(places)} from samples
        where plant_id = $1 and device_id = own.id and at > own.since) s`
}
