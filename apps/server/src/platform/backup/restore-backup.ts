import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import { migrate, migrateAsRecorded, takeMigrations } from '../db/migrate.ts'
import { isDiskFull } from '../db/outage.ts'
import { prepareQueues } from '../jobs/jobs.ts'
import { copyInText, copyOutText, JOBS, listOwnRelations, listTables, type Table } from './catalog.ts'
import { copyIn, copyOut } from './copy-stream.ts'
import { keySchema, takeKey } from './key-in-backup.ts'
import { HEAD, type Head, KEY, parse, readHead, readSums, SETTINGS, SUMS, type Sums, tableOfPart } from './parts.ts'
import { createRowSum, NoRows, type RowSum } from './row-sum.ts'
import { Damaged, type Entry, readTar } from './tar.ts'

export type RestoreOptions = Readonly<{
  /** Of an empty database. */
  db: Db
  /** The archive, as it was written. */
  archive: Readable
  passphrase: string | undefined
  log: Log
  /** Receives what a backup holds beside the database, before it is loaded. @throws Error to refuse it */
  onFiles: (files: Readonly<{ keyText: string; settings: string | undefined }>) => void
}>
export type Restored = Readonly<{ head: Head; sums: Sums }>

/**
 * Loads a backup into an empty database in one transaction, reads every table again and compares; then migrates it to
 * this version. After an error the database is as empty as before.
 * @throws Error a sentence for the operator
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { db, archive, log } = options
  const entries = readTar(unpack(archive))
  const client = new pg.Client(db.clientConfig)
  client.on('error', () => {})
  let restored: Restored
  try {
    await client.connect()
    await takeMigrations(client)
    const head = await readOpening(entries, options)
    await refuseFull(client)
    restored = await load(client, db, head, entries, log)
  } catch (error) {
    throw inWords(error)
  } finally {
    await client.end()
    archive.destroy()
  }
  await migrate(db.pool, { log })
  // Plans of statements know nothing of the loaded rows otherwise.
  await db.pool.query('analyze')
  return restored
}

async function* unpack(archive: Readable): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(archive, createGunzip({ chunkSize: 256 * 1024 }), () => {})
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('Z_')) throw new Damaged('it is cut off, or bytes of it were changed')
    throw error
  }
}

/** Damage can show first as rows that PostgreSQL does not take. */
function inWords(error: unknown): unknown {
  if (error instanceof NoRows) return new Damaged(error.message)
  if (isDiskFull(error))
    return new Error('There is no space left on the disk of the database, or of its log. Nothing was restored.')
  const { code, message } = error as { code?: string; message: string }
  return /^(22|08P01)/.test(code ?? '') ? new Damaged(`rows of it cannot be stored (${message})`) : error
}

async function next(entries: AsyncGenerator<Entry>): Promise<Entry | undefined> {
  const { value, done } = await entries.next()
  return done ? undefined : value
}

/** Reads what stands before the tables. */
async function readOpening(entries: AsyncGenerator<Entry>, { passphrase, onFiles }: RestoreOptions): Promise<Opening> {
  const first = await next(entries)
  if (first?.name !== HEAD) throw new Damaged('it does not begin as a backup of Heliograph does')
  const head = readHead(first.body)
  const second = await next(entries)
  if (second?.name !== KEY) throw new Damaged('it holds no secret key')
  const keyText = takeKey(parse(KEY, keySchema, second.body), passphrase)
  let entry = await next(entries)
  let settings: string | undefined
  if (entry?.name === SETTINGS) {
    settings = entry.body.toString('utf8')
    entry = await next(entries)
  }
  onFiles({ keyText, settings })
  return { head, entry }
}
type Opening = Readonly<{ head: Head; entry: Entry | undefined }>

async function refuseFull(client: pg.Client): Promise<void> {
  const found = await listOwnRelations(client)
  if (found.length > 0)
    throw new Error(
      `The database is not empty (it has ${found.slice(0, 3).join(', ')}): a backup is restored into an empty one only.`,
    )
}

async function load(
  client: pg.Client,
  db: Db,
  { head, entry }: Opening,
  entries: AsyncGenerator<Entry>,
  log: Log,
): Promise<Restored> {
  await client.query(`set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; set timezone = 'UTC'`)
  if (head.queues.length > 0) await prepareQueues(db, head.queues)
  try {
    await client.query('begin')
    await migrateAsRecorded(client, head.migrations)
    await makePartitions(client, head)
    const tables = await chooseTables(client, head, log)
    const bind = await unbind(client, tables)
    const sums = await loadTables(client, tables, head, entry, entries)
    await bind()
    await setSequences(client, sums)
    for (const table of tables) await compare(client, table, sums)
    await client.query('commit')
    return { head, sums }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (head.queues.length > 0) await client.query('drop schema if exists pgboss cascade').catch(() => {})
    throw error
  }
}

async function makePartitions(client: pg.Client, { partitions }: Head): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relispartition and relnamespace = 'public'::regnamespace`,
  )
  const known = new Set(rows.map(({ name }) => name))
  for (const { name, parent, bounds } of partitions)
    if (!known.has(name)) await client.query(`create table ${name} partition of ${parent} ${bounds}`)
}

/** Tables of the backup that this version knows, as it knew them at that migration. */
async function chooseTables(client: pg.Client, head: Head, log: Log): Promise<readonly Table[]> {
  const own = new Map((await listTables(client)).map((table) => [table.name, describe(table)]))
  const tables = head.tables.filter((table) => {
    const isKnown = own.get(table.name) === describe(table)
    if (isKnown) return true
    // Tables that somebody added, or jobs of another version of the queue.
    if (own.has(table.name) && table.name !== JOBS)
      throw new Error(`The table ${table.name} of the backup has other columns than this Heliograph gives it.`)
    log.warn({ table: table.name }, 'this table of the backup is none of this Heliograph, and is left out')
    return false
  })
  const missing = [...own.keys()].find((name) => name !== JOBS && !tables.some((table) => table.name === name))
  if (missing !== undefined) throw new Damaged(`it does not hold the table ${missing}`)
  return tables
}

const describe = ({ columns }: Table): string =>
  columns
    .map(({ name, type }) => `${name} ${type}`)
    .sort()
    .join(', ')

/**
 * Takes foreign keys and triggers off while rows are loaded table by table, and empties what migrations filled. The
 * result puts them back, which checks every reference.
 */
async function unbind(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  const own = tables.filter(({ name }) => name !== JOBS).map(({ name }) => name)
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of own) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${own.join(', ')}`)
  return async () => {
    for (const { table, name, definition } of references)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const name of own) await client.query(`alter table ${name} enable trigger user`)
  }
}

async function loadTables(
  client: pg.Client,
  tables: readonly Table[],
  head: Head,
  first: Entry | undefined,
  entries: AsyncGenerator<Entry>,
): Promise<Sums> {
  const loaded = new Map<string, RowSum>()
  let entry = first
  for (let name = nameOf(entry); name !== undefined; name = nameOf(entry)) {
    if (loaded.has(name) || !head.tables.some((table) => table.name === name))
      throw new Damaged(`the rows of ${name} are not where they belong`)
    const sum = createRowSum()
    const blocks = async function* (): AsyncGenerator<Buffer> {
      for (; entry !== undefined && nameOf(entry) === name; entry = await next(entries)) {
        sum.add(entry.body)
        yield entry.body
      }
    }
    const table = tables.find((known) => known.name === name)
    const stored = table === undefined ? await drain(blocks()) : await copyIn(client, copyInText(table), blocks())
    const read = sum.end()
    if (stored !== undefined && stored !== read.rows)
      throw new Error(`PostgreSQL stored ${stored} of the ${read.rows} rows of ${name}.`)
    loaded.set(name, read)
  }
  if (entry?.name !== SUMS) throw new Damaged('its sums are missing')
  const sums = readSums(entry.body)
  if ((await next(entries)) !== undefined) throw new Damaged('something follows its sums')
  for (const { name } of head.tables)
    if (!isSame(sums.tables[name], loaded.get(name)))
      throw new Damaged(`the rows of ${name} are not those that were written`)
  return sums
}

const nameOf = (entry: Entry | undefined): string | undefined =>
  entry === undefined ? undefined : tableOfPart(entry.name)

async function drain(blocks: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _ of blocks);
}

const isSame = (left: RowSum | undefined, right: RowSum | undefined): boolean =>
  left !== undefined && left.rows === right?.rows && left.sum === right.sum

async function setSequences(client: pg.Client, { sequences }: Sums): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval(to_regclass($1), $2, $3)', [name, value, isCalled])
}

/** Reads a table as it is stored now. */
async function compare(client: pg.Client, table: Table, { tables }: Sums): Promise<void> {
  const sum = createRowSum()
  for await (const block of copyOut(client, copyOutText(table)) as AsyncIterable<Buffer>) sum.add(block)
  if (!isSame(tables[table.name], sum.end()))
    throw new Error(`The table ${table.name} does not hold the rows of the backup after it was loaded.`)
}
