import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from './config.ts'
import { startWaitingServer, type WaitingServer } from './http/waiting-server.ts'
import { type Db, openDatabase } from './platform/db/database.ts'
import { createDiskSpace, type DiskSpace } from './platform/db/disk-space.ts'
import { keepCluster } from './platform/db/keep-cluster.ts'
import type { Log } from './platform/db/log.ts'
import { probeSpace } from './platform/db/probe-space.ts'

const TRY_AGAIN_MS = 5_000

/**
 * Opens the database, the embedded one unless the configuration names another, and prepares it. While a full disk keeps
 * it from starting, the server's port says so.
 * @param options.prepare brings the database up to date; repeated after a full disk
 * @param options.undo steps that close it again, in reverse order
 */
export async function startDatabase(
  options: Readonly<{
    config: Pick<Config, 'databaseUrl' | 'dataDir' | 'httpHost' | 'httpPort'>
    log: Log
    onDeath: (reason: string) => void
    prepare: (db: Db) => Promise<void>
    undo: (() => Promise<unknown> | unknown)[]
  }>,
): Promise<Readonly<{ db: Db; disk: DiskSpace }>> {
  const { config, log, onDeath, prepare, undo } = options
  let db: Db | undefined
  const disk = createDiskSpace({
    log,
    now: Date.now,
    probe: async () => {
      if (db === undefined) throw new Error('the database has not started')
      await probeSpace(db.pool)
    },
  })
  undo.push(() => disk.close())
  let isUp = false
  let waiting: Promise<WaitingServer | undefined> | undefined
  const onDiskFull = (error: unknown): void => {
    disk.note(error)
    // Later the server itself answers.
    if (!isUp) waiting ??= openWaiting(config, log)
  }
  const server = config.databaseUrl ? { url: config.databaseUrl } : { connection: await startEmbedded() }
  const opened = await openDatabase({ ...server, poolSize: 12, log })
  undo.push(() => opened.close())
  db = opened
  for (;;) {
    try {
      await prepare(opened)
      break
    } catch (error) {
      if (!disk.note(error)) throw error
      onDiskFull(error)
      await delay(TRY_AGAIN_MS)
    }
  }
  isUp = true
  await (await waiting)?.close()
  return { db: opened, disk }

  async function startEmbedded() {
    const stopping = new AbortController()
    const { dataDir } = config
    const cluster = await keepCluster({ dataDir, log, onDeath, signal: stopping.signal, onDiskFull })
    undo.push(() => {
      stopping.abort()
      return cluster.stop()
    })
    return cluster.connection
  }
}

const openWaiting = (config: Pick<Config, 'httpHost' | 'httpPort'>, log: Log): Promise<WaitingServer | undefined> =>
  startWaitingServer({ host: config.httpHost, port: config.httpPort, log }).catch((error: Error) => {
    log.warn({ reason: error.message }, 'the port cannot say that the disk is full')
    return undefined
  })
