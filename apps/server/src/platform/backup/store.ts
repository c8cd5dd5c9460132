import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type ClusterConnection, startCluster } from '../db/cluster.ts'
import { APPLICATION_ROLE } from '../db/cluster-role.ts'
import { findSocketFolder } from '../db/cluster-socket.ts'
import { type Db, openDatabase } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import { reasonOf } from '../db/outage.ts'

/** Where an installation keeps what it stores, as its settings say. */
export type Store = Readonly<{
  dataDir: string
  /** The operator's own PostgreSQL; undefined: the embedded one in `dataDir`. */
  databaseUrl: string | undefined
  secretKeyFile: string
  backupPassphrase: string | undefined
}>
export type OpenStore = Readonly<{ db: Db; close: () => Promise<void> }>

export const clusterFolder = ({ dataDir }: Pick<Store, 'dataDir'>): string => join(dataDir, 'postgres')

/**
 * Opens the database beside the running server, or starts the embedded one for a while when none runs.
 * @throws Error a sentence for the operator
 */
export async function openStore(store: Store, log: Log): Promise<OpenStore> {
  if (store.databaseUrl !== undefined) return open({ url: store.databaseUrl }, log)
  const running = await findRunning(store.dataDir)
  if (running !== undefined) return open({ connection: running }, log)
  const cluster = await startCluster({ dataDir: store.dataDir, log })
  try {
    return await open({ connection: cluster.connection }, log, cluster.stop)
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

async function open(
  where: { url: string } | { connection: ClusterConnection },
  log: Log,
  stop: () => Promise<void> = async () => {},
): Promise<OpenStore> {
  const db = await openDatabase({ ...where, poolSize: 2, log })
  return {
    db,
    close: async () => {
      await db.close()
      await stop()
    },
  }
}

async function findRunning(dataDir: string): Promise<ClusterConnection | undefined> {
  const host = existsSync(dataDir) ? findSocketFolder(dataDir) : undefined
  if (host === undefined) return undefined
  const connection = { host, port: 5432, user: APPLICATION_ROLE, database: 'heliograph' }
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return connection
  } catch (error) {
    const { code } = error as { code?: string }
    // Left by a killed server.
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return undefined
    if (code === 'EACCES' || code === '28000')
      throw new Error(
        `The running PostgreSQL does not let this user in (${reasonOf(error)}): run the command as the user that runs Heliograph.`,
      )
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
