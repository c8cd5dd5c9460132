import { type RawBuilder, sql } from 'kysely'
import type { Holder } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'

/** Shorter ones begin too many serial numbers. */
const SHORTEST_SERIAL = 4
/** When words are found in more plants, the holder's plants are looked at one by one: finding them first gains nothing. */
const MOST_FOUND = 2_000

/** Plants in which words were found, of all holders; undefined: too many, or too short a word to look for. */
export type FoundByKeyword = readonly number[] | undefined

/** Looks the words up in indexes (migration 057), before the plants of the holder are looked at. */
export async function findByKeyword(db: Db, holder: Holder, words: string): Promise<FoundByKeyword> {
  // One letter has no pieces, and is in nearly every name.
  if ([...words].length < 2) return undefined
  const pattern = patternOf(words)
  const { rows } = await sql<{ plant_id: number }>`
    select f.plant_id from (
      select s.plant_id from plant_search s join plants q on q.id = s.plant_id
      where s.pieces @> search_pieces(${words}) and (q.name ilike ${pattern} or q.address ilike ${pattern})
      union all ${besides(holder, words)}) f limit ${MOST_FOUND + 1}`.execute(db.kysely)
  return rows.length > MOST_FOUND ? undefined : [...new Set(rows.map((row) => row.plant_id))]
}

/**
 * Whether plant p is found by words: in name or address, in the name of another organization with access, or as the
 * beginning of the serial number of a device or logger. The last two only where the holder may see it.
 */
export function passesKeyword(holder: Holder, words: string, found: FoundByKeyword): RawBuilder<boolean> {
  if (found !== undefined) return sql<boolean>`p.id = any(${[...found]}::bigint[])`
  const pattern = patternOf(words)
  const isNamed = sql`p.name ilike ${pattern} or p.address ilike ${pattern}`
  return [...words].length < 2
    ? sql<boolean>`(${isNamed})`
    : sql<boolean>`(${isNamed} or p.id in (${besides(holder, words)}))`
}

const plain = (words: string): string => words.replace(/[\\%_]/g, '\\$&')
const patternOf = (words: string): string => `%${plain(words)}%`

function besides(holder: Holder, words: string): RawBuilder<unknown> {
  const held = sql`
    select h.plant_id from organisations o join plant_organisations h on h.organisation_id = o.id
    where o.name ilike ${patternOf(words)} and o.id is distinct from ${holder.organisationId}::bigint
      and ${maySee(holder, 'viewPlantInfo', sql`h.plant_id`)}`
  if (words.length < SHORTEST_SERIAL) return held
  const beginning = sql`lower(${plain(words)}) || '%'`
  return sql`${held} union all
    select x.plant_id from (select plant_id from devices where lower(serial) like ${beginning}
      union all select plant_id from loggers where lower(address) like ${beginning} and plant_id is not null) x
    where ${maySee(holder, 'viewPlantDevice', sql`x.plant_id`)}`
}

const maySee = ({ userId, organisationId }: Holder, right: string, plantId: RawBuilder<unknown>) =>
  sql`exists (select from plant_holders v where v.plant_id = ${plantId} and ${right} = any(v.rights)
    and ${organisationId === null ? sql`v.user_id = ${userId}` : sql`v.organisation_id = ${organisationId}`})`
