import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Log } from './log.ts'
import { StartRefusal } from './start-refusal.ts'

export type MigrateOptions = { readonly log: Log; readonly folder?: string }

type Migration = { readonly version: number; readonly name: string; readonly sql: string; readonly checksum: string }
export type Applied = { readonly version: number; readonly name: string; readonly checksum: string }

const REGISTER = `create table if not exists schema_migrations (
    version int primary key, name text not null, applied_at timestamptz not null default now(), checksum text not null)`

// Any number works, as long as every version of Heliograph locks the same one.
const LOCK_KEY = 4_151_809_231

/**
 * Migrates the database to the newest version; returns the versions applied now. Safe to call on many nodes at once.
 */
export async function migrate(
  pool: pg.Pool,
  { log, folder = findMigrationsFolder() }: MigrateOptions,
): Promise<readonly number[]> {
  const migrations = readMigrations(folder)
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    // A start with nothing to do waits for nobody, such as a backup that takes an hour.
    if ((await readApplied(client, migrations)).length === migrations.length) return []
    await takeLock(client, log)
    return await applyMissing(client, migrations, log)
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // A failed connection is closed, which releases the lock too.
    if (failure === undefined) await client.query('select pg_advisory_unlock_all()')
    client.release(failure)
  }
}

/**
 * Keeps every node from migrating the database until this connection ends; any number may hold it.
 * @throws Error while one migrates
 */
export async function holdMigrations(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock_shared($1) as held', [LOCK_KEY])
  if (rows[0]?.held !== true)
    throw new Error('The database is being migrated or restored right now: try again when the server is up.')
}

/**
 * Takes an empty database to the migrations of a backup, in the transaction of the caller, who stores their rows. Until
 * the connection ends nobody else migrates.
 * @throws StartRefusal when they are not those of this version
 */
export async function migrateAsRecorded(
  client: pg.ClientBase,
  recorded: readonly Applied[],
  folder = findMigrationsFolder(),
): Promise<void> {
  const migrations = readMigrations(folder)
  refuseDifferences(recorded, migrations, 'backup')
  await client.query(REGISTER)
  for (const { sql } of migrations.slice(0, recorded.length)) await client.query(sql)
}

/** @throws Error while a node migrates or another backup is restored */
export async function takeMigrations(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY])
  if (rows[0]?.taken !== true) throw new Error('Another process is migrating or restoring this database right now.')
}

/** Lists `NNN-name.sql` in order. Line endings do not count: git may change them. */
function readMigrations(folder: string): readonly Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file): Migration => {
      const [, number, name] = /^(\d+)-([a-z0-9-]+)\.sql$/.exec(file) ?? []
      if (number === undefined || name === undefined)
        throw new StartRefusal(`${join(folder, file)} is not named NNN-name.sql`)
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return { version: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => a.version - b.version)
  migrations.forEach(({ version }, index) => {
    if (version !== index + 1)
      throw new StartRefusal(
        `Migrations in ${folder} must be numbered 1, 2, 3 ... ; ${index + 1} is missing or doubled`,
      )
  })
  return migrations
}

function findMigrationsFolder(): string {
  // Beside this file in the sources, beside the bundle, or one folder up when the bundle is split.
  const candidates = ['./migrations', '../migrations'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const found = candidates.find((path) => existsSync(path))
  if (found === undefined)
    throw new StartRefusal(`The SQL migrations are missing; looked in ${candidates.join(' and ')}`)
  return found
}

async function takeLock(client: pg.PoolClient, log: Log): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY])
  if (rows[0]?.taken === true) return
  log.info('waiting for another node that is migrating the database')
  await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
}

async function applyMissing(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  log: Log,
): Promise<readonly number[]> {
  await client.query(REGISTER)
  const missing = migrations.slice((await readApplied(client, migrations)).length)
  for (const migration of missing) await apply(client, migration, log)
  return missing.map(({ version }) => version)
}

async function readApplied(client: pg.PoolClient, migrations: readonly Migration[]): Promise<readonly Applied[]> {
  const known = await client.query<{ isKnown: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isKnown"`,
  )
  if (known.rows[0]?.isKnown !== true) return []
  const { rows } = await client.query<Applied>('select version, name, checksum from schema_migrations order by version')
  refuseDifferences(rows, migrations, 'database')
  return rows
}

const refuseDifferences = (applied: readonly Applied[], migrations: readonly Migration[], owner: Owner): void =>
  applied.forEach((migration, index) => {
    refuseDifference(migration, index, migrations, owner)
  })

type Owner = 'database' | 'backup'

function refuseDifference(applied: Applied, index: number, migrations: readonly Migration[], owner: Owner): void {
  const title = `${applied.version} (${applied.name})`
  if (applied.version > migrations.length)
    throw new StartRefusal(
      `The ${owner} is newer than this Heliograph: it has migration ${title}, the newest known here is ${migrations.length}. ${owner === 'backup' ? 'Restore it with the newer version.' : 'Start the newer version again.'}`,
    )
  if (applied.version !== index + 1)
    throw new StartRefusal(
      `The ${owner} has migration ${title} but not ${index + 1}; ${owner === 'backup' ? 'take another one' : 'restore it from a backup'}.`,
    )
  if (applied.checksum !== migrations[index]?.checksum)
    throw new StartRefusal(
      `Migration ${title} is not the one that was applied to the ${owner}: its text was changed afterwards. Put the file back.`,
    )
}

async function apply(client: pg.PoolClient, { version, name, sql, checksum }: Migration, log: Log): Promise<void> {
  const beganAt = performance.now()
  try {
    await client.query('begin')
    await client.query(sql)
    const values = [version, name, checksum]
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${version} (${name}) failed: ${(error as Error).message}`, { cause: error })
  }
  log.info({ version, name, ms: Math.round(performance.now() - beganAt) }, 'migration applied')
}
