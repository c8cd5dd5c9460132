import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import pg from 'pg'
import { closeSuperuserEntrance, writeAccessRules } from './cluster-access.ts'
import type { ClusterConnection } from './cluster-connection.ts'
import { prepareClusterFolder, SUPERUSER } from './cluster-folder.ts'
import { lockDataDir } from './cluster-lock.ts'
import { openServerLog, type ServerLog } from './cluster-log.ts'
import { stopOrphan, stopServer } from './cluster-orphan.ts'
import { prepareApplicationRole } from './cluster-role.ts'
import { type PostgresSettings, writeSettings } from './cluster-settings.ts'
import { makeSocketFolder, removeSocketFolder } from './cluster-socket.ts'
import type { Log } from './log.ts'
import { findEmbeddedBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'

export type { ClusterConnection }

export type Cluster = {
  /** The application's: a role that owns its database and nothing else. */
  readonly connection: ClusterConnection
  /** The superuser's, for set-up alone. */
  readonly administrator: ClusterConnection
  readonly pid: number
  /** Waits for a fast shutdown, then releases DATA_DIR. May be called more than once. */
  readonly stop: () => Promise<void>
}

export type ClusterOptions = {
  readonly dataDir: string
  readonly log: Log
  readonly settings?: PostgresSettings
  readonly binaries?: PostgresBinaries
  /** Called once when the server ends without `stop`, with a sentence for the log. */
  readonly onDeath?: (reason: string) => void
  /** How long the server may be silent after its start; a recovery in progress counts as an answer. */
  readonly startTimeoutMs?: number
}

type Running = { readonly child: ChildProcess; readonly pid: number; ended: string | undefined }

const PORT = 5432
const RECOVERY_TIMEOUT_MS = 30 * MINUTE_MS
const LOG_CAP_BYTES = 8 * 1024 * 1024

/** Runs the real PostgreSQL on DATA_DIR/postgres until `stop`. Every failure is a sentence for the operator. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { log, onDeath } = options
  // As root, the server may have to run as another user, who needs access to the path.
  mkdirSync(options.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const dataDir = realpathSync(options.dataDir)
  const clusterDir = join(dataDir, 'postgres')
  const lock = await lockDataDir(dataDir, log)
  const undo: (() => void)[] = [lock.release]
  try {
    const binaries = options.binaries ?? findEmbeddedBinaries()
    await stopOrphan(clusterDir, log)
    const { runAs, major } = await chooseRunAs(binaries, dataDir, clusterDir)
    await prepareClusterFolder(clusterDir, binaries, major, runAs, log)
    writeSettings(clusterDir, options.settings ?? {}, runAs)
    writeAccessRules(clusterDir, SUPERUSER, runAs, 'preparing')
    const serverLog = openServerLog(join(dataDir, 'postgres.log'), LOG_CAP_BYTES)
    undo.push(serverLog.close)
    const host = makeSocketFolder(dataDir, runAs)
    undo.push(() => removeSocketFolder(dataDir))
    const opened = { host, port: PORT, user: SUPERUSER, database: 'heliograph' }
    const server = await launchRetrying(clusterDir, binaries, runAs, opened, serverLog, options)
    undo.push(() => void server.child.kill('SIGINT'))
    const connection = await prepareApplicationRole(opened)
    const administrator = await closeSuperuserEntrance(opened, clusterDir, runAs)
    undo.pop()
    log.info({ serverPid: server.pid, version: major, runs: runAs.description }, 'PostgreSQL is up')

    // If this process ends without stopping the server, the server is at least asked to end too.
    const onExit = (): void => void server.child.kill('SIGINT')
    process.on('exit', onExit)
    const finish = (): void => {
      process.off('exit', onExit)
      for (const step of undo.reverse()) step()
    }
    let stopping: Promise<void> | undefined
    server.child.on('exit', () => {
      if (stopping === undefined) onDeath?.(`PostgreSQL ended unexpectedly (${server.ended}). ${serverLog.tail()}`)
    })
    const stop = async (): Promise<void> => {
      await end(server)
      finish()
      log.info('PostgreSQL has stopped')
    }
    return {
      connection,
      administrator,
      pid: server.pid,
      stop: () => {
        stopping ??= stop()
        return stopping
      },
    }
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw error
  }
}

/**
 * A server whose Heliograph was killed at the very moment of starting it writes its pid file only later, and the
 * back ends of a killed server hold its shared memory for a moment: then try again.
 */
async function launchRetrying(
  clusterDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  connection: ClusterConnection,
  serverLog: ServerLog,
  options: ClusterOptions,
): Promise<Running> {
  const giveUpAt = performance.now() + 30_000
  for (;;) {
    const server = await launch(clusterDir, binaries, runAs, connection.host, serverLog)
    try {
      await untilReady(server, connection, serverLog, options)
      return server
    } catch (error) {
      await end(server)
      const isContended = /pre-existing shared memory block|lock file "[^"]*" already exists/.test(
        (error as Error).message,
      )
      if (!isContended || performance.now() > giveUpAt) throw error
      await stopOrphan(clusterDir, options.log)
      await delay(200)
    }
  }
}

async function launch(
  clusterDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  host: string,
  serverLog: ServerLog,
): Promise<Running> {
  // On the command line, where no settings file can undo it: reachable through the socket only, by our rules only.
  const fixed = [
    ...['listen_addresses=', `unix_socket_directories=${host}`, `port=${PORT}`, 'unix_socket_permissions=0700'],
    ...[`hba_file=${join(clusterDir, 'pg_hba.conf')}`, `ident_file=${join(clusterDir, 'pg_ident.conf')}`],
  ]
  const { file, args, options } = runAs.command(binaries.postgres, [
    '-D',
    clusterDir,
    ...fixed.flatMap((text) => ['-c', text]),
  ])
  // Detached: otherwise Ctrl-C in a terminal would stop the server while requests are still being answered.
  const child = spawn(file, args, {
    ...options,
    cwd: '/',
    detached: true,
    stdio: ['ignore', serverLog.fd, serverLog.fd],
  })
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.unref()
  const server: Running = { child, pid: child.pid ?? 0, ended: undefined }
  child.once('exit', (code, signal) => {
    server.ended = signal ?? `code ${code}`
  })
  return server
}

async function untilReady(
  server: Running,
  connection: ClusterConnection,
  serverLog: ServerLog,
  { log, startTimeoutMs = 120_000 }: ClusterOptions,
): Promise<void> {
  const beganAt = performance.now()
  let giveUpAt = beganAt + startTimeoutMs
  let tellAt = beganAt + 5_000
  let failure = 'no answer'
  for (;;) {
    if (server.ended !== undefined) throw new Error(`PostgreSQL did not start (${server.ended}).\n${serverLog.tail()}`)
    const answer = await tryConnect(connection)
    if (answer === undefined) return
    failure = answer.message
    const now = performance.now()
    // 57P03, "the database system is starting up": an interrupted recovery would only start again.
    if (answer.code === '57P03') giveUpAt = Math.min(now + startTimeoutMs, beganAt + RECOVERY_TIMEOUT_MS)
    if (now > giveUpAt)
      throw new Error(`PostgreSQL did not accept connections in time (${failure}).\n${serverLog.tail()}`)
    if (now > tellAt) {
      log.info({ seconds: Math.round((now - beganAt) / 1000), answer: failure }, 'waiting for PostgreSQL')
      tellAt = now + 10_000
    }
    await delay(now - beganAt < 2_000 ? 25 : 250)
  }
}

/** Connects; returns the error of a failure. */
async function tryConnect(connection: ClusterConnection): Promise<{ message: string; code?: string } | undefined> {
  const client = new pg.Client({ ...connection, database: 'postgres', ssl: false, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as Error & { code?: string }
  } finally {
    await client.end().catch(() => {})
  }
}

async function end(server: Running): Promise<void> {
  // The end of the server must be noticed even when nothing else keeps this process alive.
  server.child.ref()
  if (!(await stopServer(server.pid, () => server.ended !== undefined, MINUTE_MS, 20_000))) server.child.kill('SIGKILL')
}
