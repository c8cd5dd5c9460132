import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { readYesterday } from './fleet-sums.ts'
import { keepFirsts } from './page-of-plants.ts'
import { seek } from './sought-plants.ts'

/** Sums of fewer plants are added up as quickly as they are read. */
const SUMMED_PLANTS = 20_000
/** A holder that lost some keeps them. */
const KEPT_PLANTS = SUMMED_PLANTS / 2

/** How often is looked for what no sum keeps: yesterday, and the plants at the head of each order by a figure. */
const LOOK_MS = 2 * MINUTE_MS

/**
 * Finds holders of so many plants, and forgets those that have few now. @returns the number of holders that changed
 */
export async function watchLargeFleets(db: Db, least = SUMMED_PLANTS, kept = KEPT_PLANTS): Promise<number> {
  const { rows } = await sql<{ holder: number; plants: number; is_summed: boolean }>`
    with held as (select coalesce(user_id, -organization_id) as holder, count(*) as plants from plant_viewers
      where expires_at is null group by 1 having count(*) >= ${kept})
    select holder::float8 as holder, coalesce(h.plants, 0)::float8 as plants, f.holder is not null as is_summed
    from held h full join fleet_holders f using (holder) where f.holder is null or h.plants is null`.execute(db.kysely)
  const large = rows.flatMap(({ holder, plants, is_summed }) => (!is_summed && plants >= least ? [holder] : []))
  const small = rows.flatMap(({ holder, is_summed }) => (is_summed ? [holder] : []))
  if (large.length > 0) await startKeeping(db, large)
  if (small.length > 0) {
    await db.kysely.deleteFrom('fleet_holders').where('holder', 'in', small).execute()
    await alone(db, sql`select note_no_fleets()`)
  }
  // A transaction that began before may have noted something after its holder went.
  for (const table of ['fleet_sums', 'fleet_tiles', 'fleet_tile_changes'])
    await sql`delete from ${sql.table(table)} s
      where not exists (select from fleet_holders f where f.holder = s.holder)`.execute(db.kysely)
  return large.length + small.length
}

/** The lock on all rows of now that this takes waits for the writers of this moment, and new ones wait for it. */
const alone = (db: Db, ...statements: readonly RawBuilder<unknown>[]): Promise<void> =>
  db.transaction(async (transaction) => {
    await sql`set local lock_timeout = '5s'`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
  })

/** All that is written after this commit is noted; the lock comes first, so that none who notes nothing is left. */
const startKeeping = (db: Db, holders: readonly number[]): Promise<void> =>
  alone(
    db,
    sql`lock table plant_now in share row exclusive mode`,
    sql`insert into fleet_holders (holder) select unnest(${[...holders]}::bigint[]) on conflict do nothing`,
    sql`select note_fleets()`,
  )

/** Counts holders that came, joins what was noted since the last time, and looks at what no sum keeps. */
export async function keepFleetSums(
  db: Db,
  nowMs: number,
  { signal, firsts }: Readonly<{ signal?: AbortSignal | undefined; firsts?: number | undefined }> = {},
): Promise<number> {
  const rows = await db.kysely
    .selectFrom('fleet_holders')
    .select(['holder', 'is_counted', 'looked_at'])
    .orderBy('holder')
    .execute()
  if (rows.length === 0) return 0
  const noted = await sql<{ are_noted: boolean }>`select are_fleets_noted() as are_noted`.execute(db.kysely)
  // A restored backup has the sums and no triggers: they are counted anew.
  if (noted.rows[0]?.are_noted !== true) {
    await alone(db, sql`select note_fleets()`)
    return keepFleetSums(db, nowMs, { signal, firsts })
  }
  for (const { holder, is_counted, looked_at } of rows) {
    if (signal?.aborted) break
    await workOn(db, holder, is_counted ? [joinSums(holder)] : [count(holder)])
    if (looked_at === null || Math.abs(nowMs - looked_at.getTime()) >= LOOK_MS) await look(db, holder, nowMs, firsts)
  }
  return rows.length
}

/** On the rows of one holder, of several nodes one at a time. */
const workOn = (db: Db, holder: number, statements: readonly RawBuilder<unknown>[]): Promise<void> =>
  db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('fleet_holders')
      .select('holder')
      .where('holder', '=', holder)
      .forUpdate()
      .executeTakeFirst()
    if (row !== undefined) for (const text of [...statements, joinTiles(holder)]) await text.execute(transaction)
  })

const FIGURES = [
  'plants',
  'powered',
  'power',
  'known',
  'energy',
  'priced',
  'earning',
  'money',
  'tariffed',
  'capacity',
  'alarmed',
]
const TILE = ['plants', 'latitudes', 'longitudes']
const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const summed = (names: readonly string[]) => sql.join(names.map((name) => sql`sum(${sql.ref(name)})`))

/** In one statement, and so of one instant: what is noted from then on is added to it. */
const count = (holder: number) => sql`
  with sums as (delete from fleet_sums where holder = ${holder}), tiles as (delete from fleet_tiles where holder = ${holder}),
    changes as (delete from fleet_tile_changes where holder = ${holder}),
    counted as (insert into fleet_sums (holder, status_rank, currency, ${columns(FIGURES)})
      select ${holder}::bigint, n.status_rank, n.currency, count(*), count(n.pv_w), sum(fleet_part(n.pv_w, 1e3)),
        count(n.today_wh), sum(fleet_part(n.today_wh, 1e4)), count(n.price_per_kwh) filter (where n.tariffs = 0),
        count(n.today_wh * n.price_per_kwh) filter (where n.tariffs = 0),
        coalesce(sum(fleet_part(n.today_wh / 1000 * n.price_per_kwh, 1e6)) filter (where n.tariffs = 0), 0),
        count(*) filter (where n.tariffs > 0), sum(fleet_part(n.capacity_wp, 1e3)), count(*) filter (where n.alarm_level > 0)
      from plant_now n where ${holder}::bigint = any(n.holders) group by n.status_rank, n.currency),
    placed as (insert into fleet_tile_changes (holder, level, x, y, status_rank, ${columns(TILE)})
      select ${holder}::bigint, level, floor((n.longitude + 180) / 360 * 2 ^ level), floor((n.latitude + 90) / 360 * 2 ^ level),
        n.status_rank, count(*), sum(round(n.latitude * 1e6)), sum(round(n.longitude * 1e6))
      from plant_now n, unnest('{9,12}'::smallint[]) level where ${holder}::bigint = any(n.holders) group by 2, 3, 4, 5)
  update fleet_holders set is_counted = true where holder = ${holder}`

const joinSums = (holder: number) => sql`
  with noted as (delete from fleet_sums where holder = ${holder} returning *)
  insert into fleet_sums (holder, status_rank, currency, ${columns(FIGURES)})
  select ${holder}::bigint, status_rank, currency, ${summed(FIGURES)} from noted
  group by status_rank, currency having sum(plants) <> 0`

const joinTiles = (holder: number) => sql`
  with noted as (delete from fleet_tile_changes where holder = ${holder} returning *)
  insert into fleet_tiles as t (holder, level, x, y, status_rank, ${columns(TILE)})
  select ${holder}::bigint, level, x, y, status_rank, ${summed(TILE)} from noted group by level, x, y, status_rank
    having (${summed(TILE)}) <> (0, 0, 0)
  on conflict (holder, level, x, y, status_rank) do update set
    ${sql.join(TILE.map((name) => sql`${sql.ref(name)} = ${sql.ref(`t.${name}`)} + ${sql.ref(`excluded.${name}`)}`))}`

async function look(db: Db, key: number, nowMs: number, firsts: number | undefined): Promise<void> {
  const holder =
    key > 0
      ? { userId: key, organizationId: null, organizationRole: null }
      : { userId: 0, organizationId: -key, organizationRole: null }
  const sought = await seek(db, { holder }, nowMs)
  await keepFirsts(db, sought, firsts)
  const { known, wh } = await readYesterday(db, sought)
  await db.kysely
    .updateTable('fleet_holders')
    .set({ yesterday_known: known, yesterday_wh: wh, looked_at: new Date(nowMs) })
    .where('holder', '=', key)
    .execute()
}
