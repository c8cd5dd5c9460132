import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { ClusterConnection } from '../platform/db/cluster.ts'
import { APPLICATION_ROLE } from '../platform/db/cluster-role.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { createSecretKey, useSecretKey } from '../platform/secret-key/secret-key.ts'
// Imports the type of what global-setup provides.
import type { TestPostgres } from './global-setup.ts'
import { dropSpread, spreadDatabase } from './spread-database.ts'

export type TestDatabase = {
  readonly db: Db
  readonly connection: ClusterConnection
  /** The same database for code that takes a URL. */
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Creates a migrated, empty database for the caller. Call `drop` in `afterAll`. */
export async function createTestDatabase(poolSize = 5): Promise<TestDatabase> {
  useSecretKey(createSecretKey(Buffer.alloc(32, 7)))
  const { connection: server, template, strategy, workers }: TestPostgres = inject('testPostgres')
  // As the application: what needs a superuser fails here as it does on a server.
  const { password: _, ...where } = server
  const connection = { ...where, user: APPLICATION_ROLE, database: `test_${randomBytes(8).toString('hex')}` }
  await asAdministrator(
    server,
    `create database ${connection.database} template ${template} strategy ${strategy} owner ${APPLICATION_ROLE}`,
  )
  const own = { ...server, database: connection.database }
  if (workers) await spreadDatabase(own, workers)
  const db = await openDatabase({ connection, poolSize, log: pino({ level: 'silent' }) })
  return {
    db,
    connection,
    url: `postgresql://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`,
    drop: async () => {
      await db.close()
      if (workers) await dropSpread(own, workers)
      else await asAdministrator(server, `drop database if exists ${connection.database} with (force)`)
    },
  }
}

async function asAdministrator(server: ClusterConnection, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, ssl: false })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
