import pg from 'pg'
import { pino } from 'pino'
import { distribute } from '../operator/distribution/distribution.ts'
import type { ClusterConnection } from '../platform/db/cluster.ts'
import { APPLICATION_ROLE } from '../platform/db/cluster-role.ts'
import { openDatabase } from '../platform/db/database.ts'

export type Worker = Readonly<{ host: string; port: number }>

/** Two workers get at least one each. */
const SHARDS = 4

export function readCoordinator(url: string): ClusterConnection {
  const { hostname: host, port, username, password, pathname } = new URL(url)
  return {
    host,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    database: pathname.slice(1),
  }
}

/** The workers of the cluster (Citus), and the application's role on each. @param coordinator a database that knows them */
export async function prepareWorkers(coordinator: ClusterConnection): Promise<readonly Worker[]> {
  const found = await ask<Worker>(
    coordinator,
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid <> 0`,
  )
  for (const worker of found) {
    const server = { ...coordinator, ...worker }
    const known = await ask(server, `select 1 from pg_roles where rolname = '${APPLICATION_ROLE}'`)
    if (known.length === 0) await ask(server, `create role ${APPLICATION_ROLE} login`)
  }
  return found
}

/** Spreads a migrated database over the workers, as its owner does. */
export async function spreadDatabase(connection: ClusterConnection, workers: readonly Worker[]): Promise<void> {
  const { database } = connection
  for (const worker of workers) {
    await ask(
      { ...connection, ...worker, database: 'postgres' },
      `create database ${database} owner ${APPLICATION_ROLE}`,
    )
    await ask({ ...connection, ...worker }, 'create extension citus')
  }
  await ask(connection, 'create extension citus')
  await ask(connection, `select citus_set_coordinator_host('${connection.host}', ${connection.port})`)
  for (const { host, port } of workers) await ask(connection, `select citus_add_node('${host}', ${port})`)
  const { password: _, ...where } = connection
  const log = pino({ level: 'silent' })
  const db = await openDatabase({ connection: { ...where, user: APPLICATION_ROLE }, poolSize: 1, log })
  await distribute(db, { shards: SHARDS, log }).finally(() => db.close())
}

/** On the coordinator first: its maintenance no longer looks at the others. */
export async function dropSpread(connection: ClusterConnection, workers: readonly Worker[]): Promise<void> {
  for (const server of [{}, ...workers])
    await ask(
      { ...connection, ...server, database: 'postgres' },
      `drop database if exists ${connection.database} with (force)`,
    )
}

async function ask<Row extends object>(connection: ClusterConnection, statement: string): Promise<Row[]> {
  const client = new pg.Client({ ...connection, ssl: false })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
