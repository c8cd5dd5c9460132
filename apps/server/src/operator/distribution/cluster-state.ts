import { type Kysely, sql } from 'kysely'
import { StartRefusal } from '../../platform/db/start-refusal.ts'
import type { Tables } from '../../platform/db/tables.ts'

const OLDEST_CITUS = 12

/** Locks that a batch of records of 2,000 devices takes, for a few server processes beside other work. */
const ENOUGH_LOCKS = 10_000

type Known = Readonly<{ version: string | null; offered: boolean; locks: number; others: number }>

/**
 * Looks whether this database can be distributed, before anything is changed.
 * @throws StartRefusal a sentence for the operator
 */
export async function requireCluster(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Known>`select
      (select extversion from pg_extension where extname = 'citus') as version,
      exists (select 1 from pg_available_extensions where name = 'citus') as offered,
      current_setting('max_locks_per_transaction')::int
        * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) as locks,
      (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name = 'heliograph') as others`.execute(kysely)
  const { version, offered, locks, others } = rows[0] as Known
  if (version === null)
    throw new StartRefusal(
      offered
        ? 'The database has no Citus yet: run "create extension citus" in it as a superuser, here and in a database of the same name on each worker, then citus_add_node for each worker.'
        : 'This PostgreSQL has no Citus: distribute needs a coordinator with the extension, and at least one worker.',
    )
  if (Number.parseInt(version, 10) < OLDEST_CITUS)
    throw new StartRefusal(`This is Citus ${version}, but distribute needs ${OLDEST_CITUS} or later.`)
  if (locks < ENOUGH_LOCKS)
    throw new StartRefusal(
      `max_locks_per_transaction allows ${locks} locks in all, and a batch of records may take 2,000: set it to 256 on the coordinator and start that again.`,
    )
  if (others > 0)
    throw new StartRefusal(
      `A server still uses this database (${others} connections): stop all of them, because a table that is being distributed takes no record.`,
    )
  await requireWorkers(kysely)
}

type Worker = Readonly<{ name: string; port: number }>

async function requireWorkers(kysely: Kysely<Tables>): Promise<void> {
  const { rows: workers } = await sql<Worker>`select nodename as name, nodeport as port from pg_dist_node
    where noderole = 'primary' and groupid <> 0 and isactive and shouldhaveshards`.execute(kysely)
  if (workers.length === 0)
    throw new StartRefusal('No worker takes rows: add one with citus_add_node, then run distribute again.')
  const { rows: answers } = await sql<{ name: string; port: number; ok: boolean; result: string }>`
    select nodename as name, nodeport as port, success as ok, result
    from run_command_on_workers('show max_prepared_transactions')`.execute(kysely)
  for (const { name, port, ok, result } of answers) {
    if (!ok) throw new StartRefusal(`The worker ${name}:${port} does not answer: ${result}`)
    if (result === '0')
      throw new StartRefusal(
        `The worker ${name}:${port} has max_prepared_transactions = 0, so nothing could be stored on two workers at once: set it to 200 or more there and start it again.`,
      )
  }
}
