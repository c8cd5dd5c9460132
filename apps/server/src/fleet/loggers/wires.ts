import type { Ownership } from '@heliograph/domain/ownership.ts'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../platform/db/tables.ts'

/** Keeps how loggers of these wires come to a plant, for every statement that asks for it. */
export async function writeOwnerships(
  pool: Pick<pg.Pool, 'query'>,
  wires: Readonly<Record<string, Ownership>>,
): Promise<void> {
  await pool.query(
    `insert into wires as w (id, ownership) select * from unnest($1::text[], $2::text[])
     on conflict (id) do update set ownership = excluded.ownership where w.ownership <> excluded.ownership`,
    [Object.keys(wires), Object.values(wires)],
  )
}

/** The wires whose loggers people claim by a label. */
export const claimedWires = (kysely: Kysely<Tables>) =>
  kysely.selectFrom('wires').select('id').where('ownership', '=', 'claimed')

/** Of a row of `loggers` under this name. A logger whose wire belongs to a newer version can neither be claimed nor moved. */
export const ownershipSql = (loggers: string): string =>
  `coalesce((select w.ownership from wires w where w.id = ${loggers}.wire), 'posted')`
