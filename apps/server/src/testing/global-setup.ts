import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { type ClusterConnection, startCluster } from '../platform/db/cluster.ts'
import { isAbandoned } from '../platform/db/cluster-lock.ts'
import { stopOrphan } from '../platform/db/cluster-orphan.ts'
import { prepareApplicationRole } from '../platform/db/cluster-role.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { findSystemBinaries, type PostgresBinaries } from '../platform/db/postgres-binaries.ts'
import { prepareWorkers, readCoordinator, type Worker } from './spread-database.ts'

export type TestPostgres = {
  readonly connection: ClusterConnection
  readonly template: string
  /** How a database is cloned the fastest where the server keeps its files. */
  readonly strategy: 'file_copy' | 'wal_log'
  /** Each database is spread over them. */
  readonly workers?: readonly Worker[]
}

declare module 'vitest' {
  export interface ProvidedContext {
    testPostgres: TestPostgres
  }
}

const PREFIX = 'heliograph-test-'
const MEMORY = '/dev/shm'
const ENOUGH_MEMORY_BYTES = 3 * 1024 ** 3
const log = pino({ level: process.env.HELIOGRAPH_TEST_LOG ?? 'silent' })

// Protection against power cuts is useless for throw-away data.
const unsafe = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 100,
  autovacuum: 'off',
  max_wal_size: '128MB',
}

/** One server for the whole run, with a migrated template that each test file clones. @public vitest calls it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const citusUrl = process.env.HELIOGRAPH_TEST_CITUS
  if (citusUrl) return setupCitus(project, citusUrl)
  const binaries = chooseBinaries(process.env.HELIOGRAPH_TEST_PG)
  const disk = realpathSync(tmpdir())
  await removeAbandoned(disk)
  if (existsSync(MEMORY)) await removeAbandoned(MEMORY)
  const inMemory = hasMemory()
  const dataDir = mkdtempSync(join(inMemory ? MEMORY : disk, PREFIX))
  const removeFolder = (): void => rmSync(dataDir, { recursive: true, force: true })
  try {
    const cluster = await startCluster({
      dataDir,
      log,
      settings: unsafe,
      ...(binaries === undefined ? {} : { binaries }),
    })
    try {
      const template = `template_${randomBytes(4).toString('hex')}`
      await makeTemplate(cluster.administrator, template)
      const strategy = inMemory ? 'file_copy' : 'wal_log'
      project.provide('testPostgres', { connection: cluster.administrator, template, strategy })
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return async () => {
      await cluster.stop()
      removeFolder()
    }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** Databases of a cluster (Citus) that runs already; its superuser's URL comes from `npm run prove citus`. */
async function setupCitus(project: TestProject, url: string): Promise<() => Promise<void>> {
  const coordinator = readCoordinator(url)
  const template = `template_${randomBytes(4).toString('hex')}`
  await makeTemplate({ ...coordinator, database: 'postgres' }, template)
  const workers = await prepareWorkers(coordinator)
  project.provide('testPostgres', { connection: coordinator, template, strategy: 'wal_log', workers })
  return async () => {
    const client = new pg.Client({ ...coordinator, ssl: false })
    await client.connect()
    await client.query(`drop database if exists ${template} with (force)`).finally(() => client.end())
  }
}

async function makeTemplate(connection: ClusterConnection, template: string): Promise<void> {
  const client = new pg.Client({ ...connection, ssl: false })
  await client.connect()
  try {
    const own = await prepareApplicationRole({ ...connection, database: template })
    const db = await openDatabase({ connection: own, poolSize: 2, log })
    await migrate(db.pool, { log }).finally(db.close)
    // A database with open connections cannot be cloned.
    await client.query(`alter database ${template} allow_connections false`)
  } finally {
    await client.end()
  }
}

function chooseBinaries(major: string | undefined): PostgresBinaries | undefined {
  if (major === undefined || major === '') return undefined
  const found = findSystemBinaries(Number(major))
  if (found === undefined)
    throw new Error(`HELIOGRAPH_TEST_PG=${major}, but /usr/lib/postgresql/${major}/bin has no server`)
  return found
}

/** Each of the several hundred databases is files that are copied and removed: many times faster without a disk. */
function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem()) > ENOUGH_MEMORY_BYTES
}

/** Removes the server and folder of a killed run. */
async function removeAbandoned(base: string): Promise<void> {
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(base, name)
    // Another run may end and remove its own folder at this moment.
    const changedAtMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
    if (changedAtMs === undefined) continue
    const isOld = Date.now() - changedAtMs > HOUR_MS
    if (!isAbandoned(folder) && !(isOld && !existsSync(join(folder, 'heliograph.lock')))) continue
    // The tests of the cluster itself keep theirs one folder deeper.
    const dataDirs = [folder, ...readdirSync(folder).map((entry) => join(folder, entry))]
    for (const dataDir of dataDirs) await stopOrphan(join(dataDir, 'postgres'), log, 5_000)
    rmSync(folder, { recursive: true, force: true })
  }
}
