import { type RawBuilder, sql } from 'kysely'
import type { Holder } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'

/** Shorter ones begin too many serial numbers. */
const SHORTEST_SERIAL = 4
/** When words are found in more plants, the holder's plants are looked at one by one: finding them first gains nothing. */
const MOST_FOUND = 2_000

/** Where words were found, of all holders. */
export type FoundByKeyword =
  /** In few plants: these. */
  | Readonly<{ isBroad: false; plantIds: readonly number[] }>
  /** In too many, or the words are too short to look for. By anything but name and address in these; undefined: many too. */
  | Readonly<{ isBroad: true; besideIds: readonly number[] | undefined }>

/** Looks the words up in indexes (migration 066), before the plants of the holder are looked at. */
export async function findByKeyword(db: Db, holder: Holder, words: string): Promise<FoundByKeyword> {
  // It is in nearly every name.
  if (!hasPieces(words)) return { isBroad: true, besideIds: [] }
  const { rows } = await sql<{ plant_id: number; beside: boolean }>`
    (select s.plant_id, false as beside from plant_search s
      where ${holdsPieces(words, sql`s`)} and ${isNamed(words, sql`s`)} limit ${MOST_FOUND + 1})
    union all
    (select b.plant_id, true from (${besides(holder, words)}) b limit ${MOST_FOUND + 1})`.execute(db.kysely)
  const besideIds = [...new Set(rows.flatMap((row) => (row.beside ? [row.plant_id] : [])))]
  const areMany = rows.length > MOST_FOUND
  if (!areMany) return { isBroad: false, plantIds: [...new Set(rows.map((row) => row.plant_id))] }
  return { isBroad: true, besideIds: rows.filter(({ beside }) => beside).length > MOST_FOUND ? undefined : besideIds }
}

/** One letter has none. */
const hasPieces = (words: string): boolean => [...words].length >= 2
const holdsPieces = (words: string, row: RawBuilder<unknown>) =>
  sql`search_pieces(${row}.words) @> search_pieces(${words})`

/** A condition besides hasWords that lets the index find the rows of plant_search; undefined: they are read one by one. */
export const indexedWords = (
  words: string,
  { besideIds }: Extract<FoundByKeyword, { isBroad: true }>,
  row: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined =>
  besideIds?.length === 0 && hasPieces(words) ? holdsPieces(words, row) : undefined

/** Whether a plant, by its row of plant_search, is found by words that thousands have. */
export function hasWords(
  holder: Holder,
  words: string,
  { besideIds }: Extract<FoundByKeyword, { isBroad: true }>,
  row: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (besideIds === undefined) return sql`(${isNamed(words, row)} or ${row}.plant_id in (${besides(holder, words)}))`
  if (besideIds.length === 0) return isNamed(words, row)
  return sql`(${isNamed(words, row)} or ${row}.plant_id = any(${[...besideIds]}::bigint[]))`
}

/**
 * Whether plant p is found by words: in name or address, in the name of another organization with access, or as the
 * beginning of the serial number of a device or logger. The last two only where the holder may see it.
 */
export const passesKeyword = (holder: Holder, words: string, found: FoundByKeyword): RawBuilder<boolean> =>
  found.isBroad
    ? sql<boolean>`exists (select from plant_search s where s.plant_id = p.id and ${hasWords(holder, words, found, sql`s`)})`
    : sql<boolean>`p.id = any(${[...found.plantIds]}::bigint[])`

const plain = (words: string): string => words.replace(/[\\%_]/g, '\\$&')
const isNamed = (words: string, row: RawBuilder<unknown>) => sql`${row}.words like lower(${`%${plain(words)}%`})`

export const isHeld = ({ userId, organisationId }: Holder, row: RawBuilder<unknown>): RawBuilder<unknown> =>
  organisationId === null ? sql`${row}.user_id = ${userId}` : sql`${row}.organisation_id = ${organisationId}`

function besides(holder: Holder, words: string): RawBuilder<unknown> {
  const held = sql`
    select h.plant_id from organisations o join plant_organisations h on h.organisation_id = o.id
    where o.name ilike ${`%${plain(words)}%`} and o.id is distinct from ${holder.organisationId}::bigint
      and ${maySee(holder, 'viewPlantInfo', sql`h.plant_id`)}`
  if (words.length < SHORTEST_SERIAL) return held
  const beginning = sql`lower(${plain(words)}) || '%'`
  return sql`${held} union all
    select x.plant_id from (select plant_id from devices where lower(serial) like ${beginning}
      union all select plant_id from loggers where lower(address) like ${beginning} and plant_id is not null) x
    where ${maySee(holder, 'viewPlantDevice', sql`x.plant_id`)}`
}

const maySee = (holder: Holder, right: string, plantId: RawBuilder<unknown>) =>
  sql`exists (select from plant_holders v where v.plant_id = ${plantId} and ${right} = any(v.rights)
    and ${isHeld(holder, sql`v`)})`
