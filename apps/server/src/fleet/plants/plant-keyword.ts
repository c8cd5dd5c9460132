import { type RawBuilder, sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'

/** Shorter ones begin too many serial numbers. */
const SHORTEST_SERIAL = 4
/** When words are found in more plants, the holder's plants are looked at one by one: finding them first gains nothing. */
const MOST_FOUND = 2_000
/** So many plants of other organizations are listed once, instead of being joined by the count and by the page. */
const MOST_LISTED = 20_000

/** Where words were found, of all holders. */
export type FoundByKeyword =
  /** In few plants: these. */
  | Readonly<{ isBroad: false; plantIds: readonly number[] }>
  /** In too many, or the words are too short to look for. */
  | FoundBroadly
type FoundBroadly = Readonly<{ isBroad: true; byOrganization: Listed; bySerial: Beside }>
/** Plants that something beside name and address led to. */
type Beside = readonly number[] | 'many'
/** `ids`: as PostgreSQL writes an array; up to MOST_LISTED of them go there and back unread. */
type Listed = Readonly<{ count: number; ids: string }> | 'many'
const none: Listed = { count: 0, ids: '{}' }

/** Looks the words up in indexes (migration 066), before the plants of the holder are looked at. */
export async function findByKeyword(db: Db, holder: Holder, words: string): Promise<FoundByKeyword> {
  // It is in nearly every name.
  if (!hasPieces(words)) return { isBroad: true, byOrganization: none, bySerial: [] }
  const most = MOST_FOUND + 1
  const { rows } = await sql<{ named: number[]; organized: number; listed: string; serials: number[] }>`
    select cardinality(o.ids)::int as organized, o.ids::text as listed,
      array(select s.plant_id::float8 from plant_search s
        where ${holdsPieces(words, sql`s`)} and ${isNamed(words, sql`s`)} limit ${most}) as named,
      array(select x.plant_id::float8 from (${withSerial(holder, words)}) x limit ${most}) as serials
    from (select array(select o.plant_id from (${ofOrganizations(holder, words)}) o
      limit ${MOST_LISTED + 1}) as ids offset 0) o`.execute(db.kysely)
  const { named, organized, listed, serials } = rows[0] ?? { named: [], organized: 0, listed: '{}', serials: [] }
  if (named.length + organized + serials.length <= MOST_FOUND)
    return { isBroad: false, plantIds: [...new Set([...named, ...readIds(listed), ...serials])] }
  return {
    isBroad: true,
    byOrganization: organized > MOST_LISTED ? 'many' : { count: organized, ids: listed },
    bySerial: serials.length > MOST_FOUND ? 'many' : [...new Set(serials)],
  }
}

const readIds = (listed: string): readonly number[] => JSON.parse(`[${listed.slice(1, -1)}]`)

/** One letter has none. */
const hasPieces = (words: string): boolean => [...words].length >= 2
const holdsPieces = (words: string, row: RawBuilder<unknown>) =>
  sql`search_pieces(${row}.words) @> sought_pieces(${words})`

/** A condition besides hasWords that lets the index find the rows of plant_search; undefined: they are read one by one. */
export const indexedWords = (
  words: string,
  { byOrganization, bySerial }: FoundBroadly,
  row: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined =>
  byOrganization !== 'many' && byOrganization.count + bySerial.length === 0 && hasPieces(words)
    ? holdsPieces(words, row)
    : undefined

/**
 * Whether a plant, by its row of plant_search, is found by words that thousands have.
 * @param mayEnd whether the holder may hold the row's plant for a time; undefined: none of them
 */
export function hasWords(
  holder: Holder,
  words: string,
  { byOrganization, bySerial }: FoundBroadly,
  row: RawBuilder<unknown>,
  mayEnd: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const ways = [isNamed(words, row)]
  if (bySerial !== 'many' && bySerial.length > 0) ways.push(sql`${row}.plant_id = any(${[...bySerial]}::bigint[])`)
  if (byOrganization !== 'many' && byOrganization.count > 0)
    ways.push(sql`${row}.plant_id = any(${byOrganization.ids}::bigint[])`)
  if (byOrganization === 'many') ways.push(sql`${row}.plant_id in (${ofOrganizations(holder, words)})`)
  if (bySerial === 'many') {
    const forGood = sql`${keyOf(holder)}::bigint = any(${row}.viewers)`
    const forATime = mayEnd && sql`or (${mayEnd} and ${maySee(holder, 'viewPlantDevice', sql`${row}.plant_id`)})`
    ways.push(sql`(${row}.serials like lower(${`%\n${plain(words)}%`}) and (${forGood} ${forATime ?? sql``}))`)
  }
  return sql`(${sql.join(ways, sql` or `)})`
}

/**
 * Whether plant p is found by words: in name or address, in the name of another organization with access, or as the
 * beginning of the serial number of a device or logger. The last two only where the holder may see it.
 */
export const passesKeyword = (holder: Holder, words: string, found: FoundByKeyword): RawBuilder<boolean> =>
  found.isBroad
    ? sql<boolean>`exists (select from plant_search s where s.plant_id = p.id and ${hasWords(holder, words, found, sql`s`, sql`true`)})`
    : sql<boolean>`p.id = any(${[...found.plantIds]}::bigint[])`

const plain = (words: string): string => words.replace(/[\\%_]/g, '\\$&')
const isNamed = (words: string, row: RawBuilder<unknown>) => sql`${row}.words like lower(${`%${plain(words)}%`})`

export const isHeld = ({ userId, organizationId }: Holder, row: RawBuilder<unknown>): RawBuilder<unknown> =>
  organizationId === null ? sql`${row}.user_id = ${userId}` : sql`${row}.organization_id = ${organizationId}`

/** As plant_now.holders has it (db/migrations/021-plant-holders.sql). */
export const keyOf = ({ userId, organizationId }: Holder): number =>
  organizationId === null ? userId : -organizationId

/** The fence: no plan walks all holdings before an organization with the name was found. */
const ofOrganizations = (holder: Holder, words: string) => sql`
  select h.plant_id from organizations o cross join lateral (
    select h.plant_id from plant_organizations h where h.organization_id = o.id
      and ${maySee(holder, 'viewPlantInfo', sql`h.plant_id`)} offset 0) h
  where o.name ilike ${`%${plain(words)}%`} and o.id is distinct from ${holder.organizationId}::bigint`

function withSerial(holder: Holder, words: string) {
  if (words.length < SHORTEST_SERIAL) return sql`select 0::bigint as plant_id where false`
  const beginning = sql`lower(${plain(words)}) || '%'`
  return sql`
    select x.plant_id from (select plant_id from devices where lower(serial) like ${beginning}
      union all select plant_id from loggers where lower(address) like ${beginning} and plant_id is not null) x
    where ${maySee(holder, 'viewPlantDevice', sql`x.plant_id`)}`
}

const maySee = (holder: Holder, right: string, plantId: RawBuilder<unknown>) =>
  sql`exists (select from plant_holders v where v.plant_id = ${plantId} and ${right} = any(v.rights)
    and ${isHeld(holder, sql`v`)})`
