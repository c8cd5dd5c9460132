import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { StartRefusal } from '../../platform/db/start-refusal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { requireCluster } from './cluster-state.ts'
import { distributedTables } from './table-places.ts'

/** Shards are moved, never split: as many as the cluster may once have workers. */
export const DEFAULT_SHARDS = 32

export type Distributed = Readonly<{
  /** Tables that were distributed now, and those that an earlier run did. */
  now: readonly string[]
  before: readonly string[]
}>

/**
 * Spreads the telemetry of an empty or existing database over the workers of its cluster; the rest stays on the
 * coordinator. Each table is a transaction of its own: a run that ends early is repeated and goes on.
 * @param options.db a pool of one connection: any other is taken for a server
 * @throws StartRefusal a sentence for the operator, before anything is changed
 */
export async function distribute(db: Db, { shards = DEFAULT_SHARDS, log }: Readonly<{ shards?: number; log: Log }>) {
  await requireCluster(db.kysely)
  await migrate(db.pool, { log })
  const before = await readDistributed(db.kysely)
  const now: string[] = []
  for (const table of distributedTables) {
    if (!before.has(table)) {
      log.info({ table }, 'distributing a table')
      await distributeTable(db.kysely, table, shards)
      now.push(table)
    }
    // The coordinator's copy of what was copied to the workers; nothing is left of it after an earlier run.
    await sql`select truncate_local_data_after_distributing_table(${table}::regclass)`.execute(db.kysely)
  }
  await settle(db.kysely)
  return { now, before: [...before.keys()] } satisfies Distributed
}

async function readDistributed(kysely: Kysely<Tables>): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ name: string; key: string | null }>`
    select logicalrelid::text as name, case when partmethod = 'h' then column_to_column_name(logicalrelid, partkey) end as key
    from pg_dist_partition where logicalrelid::text = any(${[...distributedTables]})`.execute(kysely)
  const odd = rows.find(({ key }) => key !== 'plant_id')
  if (odd)
    throw new StartRefusal(
      `${odd.name} is on this cluster already, but not by plant_id: undo it (undistribute_table) and run distribute again.`,
    )
  return new Map(rows.map(({ name, key }) => [name, key]))
}

/** All rows of a plant are on one worker: the first table makes the shards, the others follow it. */
async function distributeTable(kysely: Kysely<Tables>, table: string, shards: number): Promise<void> {
  const [first] = distributedTables
  if (table === first)
    await sql`select create_distributed_table(${table}, 'plant_id', colocate_with => 'none', shard_count => ${shards}::int)`.execute(
      kysely,
    )
  else await sql`select create_distributed_table(${table}, 'plant_id', colocate_with => ${first})`.execute(kysely)
}

/** Holds for connections that are opened from now on. */
async function settle(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(kysely)
  const database = sql.raw(rows[0]?.name ?? '')
  // Otherwise each transaction opens and closes a connection for each shard.
  await sql`alter database ${database} set citus.max_adaptive_executor_pool_size = 1`.execute(kysely)
}
