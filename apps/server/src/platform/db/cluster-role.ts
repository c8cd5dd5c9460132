import type pg from 'pg'
import { type ClusterConnection, clientOf } from './cluster-connection.ts'

/** Whom the application connects as: it owns its database, and has no power over the server or its machine. */
export const APPLICATION_ROLE = 'heliograph_app'

/**
 * Creates the database and the application's role, and gives it what an older version created as the superuser. Safe to
 * run at every start.
 * @param administrator of the server @returns the application's connection
 */
export async function prepareApplicationRole(administrator: ClusterConnection): Promise<ClusterConnection> {
  const server = await clientOf({ ...administrator, database: 'postgres' })
  try {
    const role = server.escapeIdentifier(APPLICATION_ROLE)
    const known = await server.query('select from pg_roles where rolname = $1', [APPLICATION_ROLE])
    if (known.rowCount === 0)
      await server.query(`create role ${role} login nosuperuser nocreatedb nocreaterole noreplication`)
    const database = server.escapeIdentifier(administrator.database)
    const { rows } = await server.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [administrator.database],
    )
    if (rows[0] === undefined) await server.query(`create database ${database} owner ${role}`)
    else if (rows[0].owner !== APPLICATION_ROLE) await server.query(`alter database ${database} owner to ${role}`)
  } finally {
    await server.end()
  }
  const inside = await clientOf(administrator)
  try {
    await inside.query(handOver)
  } finally {
    await inside.end()
  }
  const { password: _, ...where } = administrator
  return { ...where, user: APPLICATION_ROLE }
}

/**
 * One by one: PostgreSQL hands over nothing of its first superuser as a whole ("reassign owned"). The parts of a table
 * (indexes, partitions' constraints, sequences of columns, row types) follow it.
 */
const handOver = `
do $$
declare
  one record;
begin
  for one in
    select format('alter schema %I owner to ${APPLICATION_ROLE}', n.nspname) as statement
      from pg_namespace n
      where n.nspowner <> '${APPLICATION_ROLE}'::regrole and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')
    union all
    select format('alter %s %s owner to ${APPLICATION_ROLE}',
        case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relowner <> '${APPLICATION_ROLE}'::regrole
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i', 'e')
          and c.relkind = 'S')
    union all
    select format('alter %s %s owner to ${APPLICATION_ROLE}', case p.prokind when 'p' then 'procedure' else 'function' end, p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.proowner <> '${APPLICATION_ROLE}'::regrole and p.prokind in ('f', 'p')
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    union all
    select format('alter type %s owner to ${APPLICATION_ROLE}', t.oid::regtype)
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where t.typowner <> '${APPLICATION_ROLE}'::regrole and t.typtype in ('e', 'd')
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  loop
    execute one.statement;
  end loop;
end $$`

/** A superuser of an external server can run programs on its machine: the application needs nothing of that. */
export async function isSuperuser(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user')
  return rows[0]?.rolsuper === true
}
