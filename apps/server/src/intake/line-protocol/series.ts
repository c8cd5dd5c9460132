import { createHash } from 'node:crypto'
import { acceptedUnits } from '@heliograph/domain/accepted-units.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { getQuantity, isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { LinePoint } from '@heliograph/wires/line-protocol/parse.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Meaning of a series, as the owner says. */
export type SeriesUse = Readonly<{ serial: string; quantity: QuantityId; unit: string; isTurned: boolean }>

export type Series = Readonly<{
  id: number
  measurement: string
  tags: Readonly<Record<string, string>>
  field: string
  value: number
  seenAtMs: number
  state: 'open' | 'assigned' | 'ignored'
  use: SeriesUse | null
}>

/** A series that is not assigned yet, with its newest value. */
export type SeenSeries = Readonly<{ measurement: string; tags: LinePoint['tags']; field: string; value: number }>

/** Limit per plant: where it is full, the open series that was seen longest ago gives way. */
export const MOST_SERIES = 500
/** The newest value is a help for people: once a minute is often enough. */
const SEEN_MS = MINUTE_MS
const LONGEST_NAME = 200
const MOST_TAGS = 32

const hashOf = ({ measurement, tags, field }: Omit<SeenSeries, 'value'>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([measurement, tags, field]))
    .digest()
    .subarray(0, 16)

type Row = Readonly<{
  id: number
  measurement: string
  tags: Readonly<Record<string, string>>
  field: string
  last_value: number
  last_seen_at: Date
  state: Series['state']
  serial: string | null
  quantity: string | null
  unit: string | null
  is_turned: boolean
}>

/** Every series of a plant, by name. */
export async function listSeries(db: Db, plantId: number): Promise<readonly Series[]> {
  const { rows } = await sql<Row>`
    select id, measurement, tags, field, last_value, last_seen_at, state, serial, quantity, unit, is_turned
    from line_series where plant_id = ${plantId} order by measurement, field, tags::text, id limit ${MOST_SERIES}`.execute(
    db.kysely,
  )
  return rows.map(({ id, measurement, tags, field, last_value, last_seen_at, state, ...row }) => ({
    id,
    measurement,
    tags,
    field,
    value: last_value,
    seenAtMs: last_seen_at.getTime(),
    state,
    use: toUse(row),
  }))
}

function toUse({ serial, quantity, unit, is_turned }: Pick<Row, 'serial' | 'quantity' | 'unit' | 'is_turned'>) {
  if (serial === null || unit === null || quantity === null || !isQuantityId(quantity)) return null
  return { serial, quantity, unit, isTurned: is_turned }
}

/** Keeps series that nobody has decided about, so that the owner can. */
export async function noteSeries(db: Db, plantId: number, seen: readonly SeenSeries[], nowMs: number): Promise<void> {
  const kept = seen
    .filter(
      ({ measurement, tags, field }) =>
        tags.length <= MOST_TAGS &&
        [measurement, field, ...tags.flat()].every((name) => name.length <= LONGEST_NAME && !name.includes('\0')),
    )
    .slice(0, MOST_SERIES)
  if (kept.length === 0) return
  const at = new Date(nowMs)
  await sql`
    insert into line_series as kept (plant_id, key_hash, measurement, tags, field, last_value, last_seen_at)
    select ${plantId}, key_hash, measurement, tags, field, value, ${at}
    from unnest(${kept.map(hashOf)}::bytea[], ${kept.map(({ measurement }) => measurement)}::text[],
      ${kept.map(({ tags }) => JSON.stringify(Object.fromEntries(tags)))}::jsonb[],
      ${kept.map(({ field }) => field)}::text[], ${kept.map(({ value }) => value)}::float8[])
      as seen (key_hash, measurement, tags, field, value)
    order by key_hash
    on conflict (plant_id, key_hash) do update set last_value = excluded.last_value, last_seen_at = excluded.last_seen_at
    where kept.last_seen_at < ${new Date(nowMs - SEEN_MS)}`.execute(db.kysely)
  await sql`
    delete from line_series where state = 'open' and id in (
      select id from line_series where plant_id = ${plantId}
      order by state = 'open', last_seen_at desc, id desc offset ${MOST_SERIES})`.execute(db.kysely)
}

/** Decisions about series: assigned, 'ignored', or null for open. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function decideSeries(
  db: Db,
  plantId: number,
  decisions: readonly Readonly<{ id: number; use: SeriesUse | 'ignored' | null }>[],
): Promise<void> {
  for (const [index, { use }] of decisions.entries())
    if (use !== null && use !== 'ignored' && !isUnitOf(use))
      throw new Refusal('PARAM_ERROR', { field: `series.${index}.use.unit` })
  await db.transaction(async (transaction) => {
    for (const { id, use } of decisions) {
      const assigned = use !== null && use !== 'ignored' ? use : undefined
      const found = await transaction
        .updateTable('line_series')
        .set({
          state: assigned ? 'assigned' : use === 'ignored' ? 'ignored' : 'open',
          serial: assigned?.serial ?? null,
          quantity: assigned?.quantity ?? null,
          unit: assigned?.unit ?? null,
          is_turned: assigned?.isTurned ?? false,
        })
        .where('plant_id', '=', plantId)
        .where('id', '=', id)
        .returning(sql<number>`1`.as('found'))
        .executeTakeFirst()
      if (found === undefined) throw new Refusal('NOT_FOUND')
    }
  })
}

const isUnitOf = ({ quantity, unit }: SeriesUse): boolean =>
  Object.hasOwn(acceptedUnits[getQuantity(quantity).unit], unit)

/** The series that a field of a line is: of those whose tags the line has, the one with the most. */
export function findSeries(
  series: ReadonlyMap<string, readonly Series[]>,
  { measurement, tags }: LinePoint,
  field: string,
): Series | undefined {
  const names = new Map(tags)
  let best: Series | undefined
  let most = -1
  for (const item of series.get(nameOf(measurement, field)) ?? []) {
    const wanted = Object.entries(item.tags)
    const rank = wanted.length
    if (rank > most && wanted.every(([name, value]) => names.get(name) === value)) {
      best = item
      most = rank
    }
  }
  return best
}

/** Decided series by measurement and field. */
export function indexSeries(series: readonly Series[]): ReadonlyMap<string, readonly Series[]> {
  const index = new Map<string, Series[]>()
  for (const item of series) {
    if (item.state === 'open') continue
    const name = nameOf(item.measurement, item.field)
    const same = index.get(name)
    if (same) same.push(item)
    else index.set(name, [item])
  }
  return index
}

const nameOf = (measurement: string, field: string): string => JSON.stringify([measurement, field])
