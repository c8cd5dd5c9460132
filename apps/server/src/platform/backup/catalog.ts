import type pg from 'pg'
import { KEY_CHECK } from '../secret-key/secret-key.ts'

/** A table with the columns that are copied: computed ones are computed again. */
export type Table = Readonly<{
  /** As SQL writes it, with its schema. */
  name: string
  columns: readonly Readonly<{ name: string; type: string }>[]
}>
/** A part of a table that the running server made, and no migration. */
export type Partition = Readonly<{ name: string; parent: string; bounds: string }>
export type Sequence = Readonly<{ name: string; value: number; isCalled: boolean }>

/** Pending work of the queue (pg-boss), whose tables no migration makes. */
export const JOBS = 'pgboss.job'
const PENDING = `state in ('created', 'retry', 'active')`

/**
 * Every table of the schema `public` with rows of its own, and the queue. Partitions are rows of their parent; tables
 * without a write-ahead log (budgets of a minute) are left out. Partitioned tables come first.
 */
export async function listTables(client: pg.ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<{ name: string; columns: Table['columns'] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = 'job'))
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by n.nspname, c.relname, c.relkind
     order by n.nspname desc, c.relkind = 'p' desc, c.relname`,
  )
  return rows
}

export async function listPartitions(client: pg.ClientBase): Promise<readonly Partition[]> {
  const { rows } = await client.query<Partition>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  return rows
}

/** Names of the queues of pg-boss; none before its first start. */
export async function listQueues(client: pg.ClientBase): Promise<readonly string[]> {
  const known = await client.query(`select from pg_class where oid = to_regclass('pgboss.queue')`)
  if (known.rowCount === 0) return []
  return (await client.query<{ name: string }>('select name from pgboss.queue order by name')).rows.map(
    ({ name }) => name,
  )
}

export async function readSequences(client: pg.ClientBase): Promise<readonly Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', 'public', relname) as name from pg_class
     where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const found = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    for (const { value, isCalled } of found.rows) sequences.push({ name, value: Number(value), isCalled })
  }
  return sequences
}

const listColumns = ({ columns }: Table): string =>
  columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`).join(', ')

/** Binary: exact, shorter than text, and the same in every version of PostgreSQL that Heliograph runs on. */
export const copyOutText = (table: Table): string =>
  `copy (select ${listColumns(table)} from ${table.name}${table.name === JOBS ? ` where ${PENDING}` : ''}) to stdout (format binary)`

export const copyInText = (table: Table): string =>
  `copy ${table.name} (${listColumns(table)}) from stdin (format binary)`

/** The first relations of a database: none in an empty one. */
export async function listOwnRelations(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1 limit 5`,
  )
  return rows.map(({ name }) => name)
}

/** The id of the key that a database is sealed with; undefined before its first start. */
export async function readKeyId(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('select public as id from server_keys where name = $1', [
    KEY_CHECK,
  ])
  return rows[0]?.id
}
