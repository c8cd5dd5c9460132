import { pipeline, Readable } from 'node:stream'
import { createGzip, type Gzip } from 'node:zlib'
import type pg from 'pg'
import { holdMigrations } from '../db/migrate.ts'
import { readSecretKey } from '../secret-key/secret-key.ts'
import { copyOutText, listPartitions, listQueues, listTables, readKeyId, readSequences, type Table } from './catalog.ts'
import { copyOut } from './copy-stream.ts'
import { putKey } from './key-in-backup.ts'
import { FORMAT, HEAD, type Head, KEY, SETTINGS, SUMS, type Sums, toPart, toPartName } from './parts.ts'
import { createRowSum, type RowSum } from './row-sum.ts'
import { type Entry, endOfTar, toTar } from './tar.ts'

export type BackupOptions = Readonly<{
  /** A connection of its own, which its owner ends afterwards. */
  client: pg.Client
  /** Text of the file of the secret key. */
  keyText: string
  passphrase: string | undefined
  /** DATA_DIR/postgres.conf; undefined: none. */
  settings: string | undefined
  nowMs: number
}>

const PART_BYTES = 4 * 1024 * 1024

/**
 * An archive (tar, gzip) of everything in the database as it was at one instant, while others go on writing. Read it to
 * its end: sums of all tables stand there.
 * @param onDone receives the sums
 */
export function writeBackup(options: BackupOptions, onDone: (sums: Sums) => void): Gzip {
  const plain = Readable.from(listBytes(options, onDone), { objectMode: false, highWaterMark: PART_BYTES })
  // An error ends both; the one who reads the second sees it.
  return pipeline(plain, createGzip({ level: 1, chunkSize: 256 * 1024 }), () => {})
}

async function* listBytes(options: BackupOptions, onDone: (sums: Sums) => void): AsyncGenerator<Buffer> {
  for await (const entry of listEntries(options, onDone)) yield* toTar(entry, options.nowMs)
  yield endOfTar()
}

async function* listEntries(
  { client, keyText, passphrase, settings, nowMs }: BackupOptions,
  onDone: (sums: Sums) => void,
): AsyncGenerator<Entry> {
  await holdMigrations(client)
  await refuseOtherKey(client, keyText)
  await client.query(`set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; set timezone = 'UTC'`)
  await client.query('begin isolation level repeatable read read only')
  // Before the snapshot: a day of samples that is sealed and dropped in between would be in neither.
  await client.query('savepoint hold; lock table samples in access share mode')
  const head = await readHead(client, nowMs)
  yield toPart(HEAD, head)
  yield toPart(KEY, putKey(keyText, passphrase))
  if (settings !== undefined) yield { name: SETTINGS, body: Buffer.from(settings) }
  const tables: Record<string, RowSum> = {}
  for (const table of head.tables) {
    const sum = createRowSum()
    yield* listParts(client, table, sum.add)
    tables[table.name] = sum.end()
    // Gives the lock of the table back, and keeps the snapshot: nobody waits for the end of a long backup.
    await client.query('rollback to savepoint hold')
  }
  const sums: Sums = { tables, sequences: await readSequences(client) }
  await client.query('rollback')
  yield toPart(SUMS, sums)
  onDone(sums)
}

/** With another key the secrets of the backup would stay closed. */
async function refuseOtherKey(client: pg.Client, keyText: string): Promise<void> {
  const { id } = readSecretKey(keyText, 'the file of the secret key')
  const sealedWith = await readKeyId(client)
  if (sealedWith !== undefined && sealedWith !== id)
    throw new Error(
      `The secrets in the database were sealed with the key ${sealedWith}, but SECRET_KEY_FILE holds the key ${id}.`,
    )
}

async function readHead(client: pg.Client, nowMs: number): Promise<Head> {
  const { rows } = await client.query<{ server: string }>(`select current_setting('server_version') as server`)
  const migrations = await client.query<Head['migrations'][number]>(
    'select version, name, checksum from schema_migrations order by version',
  )
  return {
    format: FORMAT,
    madeAt: new Date(nowMs).toISOString(),
    server: rows[0]?.server ?? '',
    migrations: migrations.rows,
    queues: await listQueues(client),
    partitions: await listPartitions(client),
    tables: await listTables(client),
  }
}

/** Parts of some megabytes, so that the size of each is known before it is written. */
async function* listParts(client: pg.Client, table: Table, onBlock: (block: Buffer) => void): AsyncGenerator<Entry> {
  let blocks: Buffer[] = []
  let bytes = 0
  let number = 0
  const finish = (): Entry => {
    number += 1
    const entry = { name: toPartName(table.name, number), body: Buffer.concat(blocks) }
    blocks = []
    bytes = 0
    return entry
  }
  for await (const block of copyOut(client, copyOutText(table)) as AsyncIterable<Buffer>) {
    onBlock(block)
    for (let at = 0; at < block.length; ) {
      const piece = block.subarray(at, at + PART_BYTES - bytes)
      blocks.push(piece)
      bytes += piece.length
      at += piece.length
      if (bytes === PART_BYTES) yield finish()
    }
  }
  if (bytes > 0) yield finish()
}
