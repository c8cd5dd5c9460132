import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Cluster, type ClusterConnection, type ClusterOptions, startCluster } from './cluster.ts'
import { stopOrphan } from './cluster-orphan.ts'
import { processFacts } from './process-facts.ts'

const log = pino({ level: 'silent' })
const testing = fileURLToPath(new URL('../../testing', import.meta.url))
const base = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-test-clusters-'))
/** A cluster created once and copied by tests: most of a first start is initdb. */
const made = join(base, 'made')
const clusters: Cluster[] = []
const children: ChildProcess[] = []
const folders: string[] = []

async function start(dataDir: string, more: Partial<ClusterOptions> = {}): Promise<Cluster> {
  folders.push(dataDir)
  const cluster = await startCluster({ dataDir, log, ...more })
  clusters.push(cluster)
  return cluster
}

async function startChild(
  dataDir: string,
  then = '',
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ child: ChildProcess; pid: number; host: string }> {
  folders.push(dataDir)
  const args = ['--import', 'tsx', join(testing, 'cluster-child.ts'), dataDir, then]
  const child = spawn(process.execPath, args, { cwd: testing, env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(String(chunk)))
    child.on('close', () => reject(new Error(`the child ended: ${complaints}`)))
  })
  return { child, ...(JSON.parse(line) as { pid: number; host: string }) }
}

async function query(connection: ClusterConnection, text: string): Promise<unknown[]> {
  const client = new pg.Client({ ...connection, ssl: false })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

function copyOfMade(name: string): string {
  const dataDir = join(base, name)
  cpSync(made, dataDir, { recursive: true })
  return dataDir
}

const isRunning = (pid: number): boolean => processFacts.startOf(pid) !== undefined

beforeAll(async () => {
  const cluster = await start(made)
  await query(cluster.connection, 'create table kept (note text)')
  await query(cluster.connection, "insert into kept values ('from the first start')")
  await cluster.stop()
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const cluster of clusters.splice(0)) await cluster.stop()
  for (const folder of folders.splice(0)) await stopOrphan(join(folder, 'postgres'), log, 5_000)
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('start and stop', () => {
  it('keeps data, cleans up, and is reachable through a socket by its user only', async () => {
    const cluster = await start(made)
    expect(await query(cluster.connection, 'select note from kept')).toEqual(['from the first start'])
    const settings = await query(
      cluster.connection,
      "select current_setting(s) from unnest(array['listen_addresses','fsync','synchronous_commit','jit','timezone','data_checksums','max_connections','server_encoding']) s",
    )
    expect(settings).toEqual(['', 'on', 'on', 'off', 'UTC', 'on', '40', 'UTF8'])
    expect(await query(cluster.connection, "select lower('ÄÖ')")).toEqual(['äö'])
    expect(statSync(cluster.connection.host).mode & 0o777).toBe(0o700)
    expect(statSync(join(made, 'postgres')).mode & 0o777).toBe(0o700)
    expect(statSync(join(made, 'postgres.log')).mode & 0o777).toBe(0o600)
    await Promise.all([cluster.stop(), cluster.stop()])
    expect(isRunning(cluster.pid)).toBe(false)
    expect(readdirSync(made).sort()).toEqual(['postgres', 'postgres.log'])
  })

  it('lets the operator override settings, but not the network', async () => {
    const dataDir = copyOfMade('settings')
    writeFileSync(join(dataDir, 'postgres.conf'), "work_mem = '12MB'\nlisten_addresses = '*'\n", { mode: 0o644 })
    const { connection } = await start(dataDir, { settings: { work_mem: '10MB', 'heliograph.quote': "it's" } })
    const text = "select current_setting(s) from unnest(array['work_mem','heliograph.quote','listen_addresses']) s"
    expect(await query(connection, text)).toEqual(['12MB', "it's", ''])
  })

  it('reports why the server did not start, and frees the folder', async () => {
    const dataDir = copyOfMade('bad-settings')
    await expect(start(dataDir, { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers/)
    const { connection } = await start(dataDir)
    expect(await query(connection, 'select 1')).toEqual([1])
  })

  it('works below a path too long for a socket, and leaves nothing behind', async () => {
    const dataDir = join(base, 'long'.repeat(20), 'path'.repeat(20))
    mkdirSync(dirname(dataDir))
    cpSync(made, dataDir, { recursive: true })
    const { child, host } = await startChild(dataDir)
    expect(host.startsWith(dataDir)).toBe(false)
    expect(statSync(host).mode & 0o777).toBe(0o700)
    child.kill('SIGKILL')
    await once(child, 'close')
    const cluster = await start(dataDir)
    expect(existsSync(host)).toBe(false)
    expect(await query(cluster.connection, 'select count(*)::int from kept')).toEqual([2])
    await cluster.stop()
    expect(existsSync(cluster.connection.host)).toBe(false)
  })

  it('removes what an interrupted initdb left, and creates a complete cluster', async () => {
    const dataDir = join(base, 'interrupted')
    mkdirSync(join(dataDir, 'postgres.init-0123456789ab', 'base'), { recursive: true })
    const { connection } = await start(dataDir)
    expect(await query(connection, 'select current_database()')).toEqual(['heliograph'])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.init'))).toEqual([])
  })
})

describe('after a crash', () => {
  it('restarts with its data after SIGKILL of Node while PostgreSQL lives on', async () => {
    const dataDir = copyOfMade('killed-node')
    const { child, pid } = await startChild(dataDir)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(isRunning(pid)).toBe(true)
    const cluster = await start(dataDir)
    expect(cluster.pid).not.toBe(pid)
    expect(isRunning(pid)).toBe(false)
    expect(await query(cluster.connection, 'select note from kept')).toEqual(['from the first start', 'from the child'])
  })

  it('stops PostgreSQL when Node ends without stopping it', async () => {
    const dataDir = copyOfMade('left')
    const { child, pid } = await startChild(dataDir, 'leave')
    if (child.exitCode === null) await once(child, 'exit')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000, interval: 20 })
    expect(existsSync(join(dataDir, 'heliograph.lock'))).toBe(false)
  })

  it('reports the death of PostgreSQL and recovers committed data', async () => {
    const dataDir = copyOfMade('killed-server')
    let tell: (reason: string) => void = () => {}
    const death = new Promise<string>((resolve) => {
      tell = resolve
    })
    const cluster = await start(dataDir, { onDeath: tell })
    await query(cluster.connection, "insert into kept values ('just before')")
    process.kill(cluster.pid, 'SIGKILL')
    expect(await death).toContain('SIGKILL')
    await cluster.stop()
    const again = await start(dataDir)
    expect(await query(again.connection, 'select note from kept')).toEqual(['from the first start', 'just before'])
  })

  it('does not mistake a process with a reused ID for a dead server', async () => {
    const dataDir = copyOfMade('recycled')
    const bystander = spawn('sleep', ['60'])
    children.push(bystander)
    // PostgreSQL alone would take it for a live server and refuse to start.
    const lines = [bystander.pid, join(dataDir, 'postgres'), 1, 5432, join(dataDir, 'socket'), '', '', 'ready', '']
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), lines.join('\n'), { mode: 0o600 })
    const { connection } = await start(dataDir)
    expect(await query(connection, 'select 1')).toEqual([1])
    expect(isRunning(bystander.pid ?? 0)).toBe(true)
  })
})

describe('refusals', () => {
  it('does not start twice on one DATA_DIR and leaves the first server alone', async () => {
    const dataDir = copyOfMade('twice')
    const { child, pid } = await startChild(dataDir)
    await expect(start(dataDir)).rejects.toThrow(`another Heliograph (pid ${child.pid}) is using DATA_DIR`)
    expect(isRunning(pid)).toBe(true)
  })

  it('refuses data of another major version and leaves it untouched', async () => {
    const dataDir = copyOfMade('version')
    const path = join(dataDir, 'postgres', 'PG_VERSION')
    writeFileSync(path, '14\n')
    await expect(start(dataDir)).rejects.toThrow(/written by PostgreSQL 14, but this Heliograph runs PostgreSQL \d+/)
    expect(readFileSync(path, 'utf8')).toBe('14\n')
  })

  it('refuses a folder that is not a cluster', async () => {
    const dataDir = join(base, 'stranger')
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'holiday.jpg'), '')
    await expect(start(dataDir)).rejects.toThrow(/not a PostgreSQL cluster/)
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['holiday.jpg'])
  })
})

describe.skipIf(process.getuid?.() !== 0)('as root where user namespaces are forbidden', () => {
  it('runs the server as an ordinary user, and switches back once allowed', async () => {
    const dataDir = copyOfMade('other-user')
    for (const folder of [base, dataDir]) chmodSync(folder, 0o711)
    const bin = join(base, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'unshare'), '#!/bin/sh\necho "unshare failed: Operation not permitted" >&2\nexit 1\n', {
      mode: 0o755,
    })
    const { child, pid } = await startChild(dataDir, '', {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
    })
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0)
    expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid).toBe(statSync(`/proc/${pid}`).uid)
    child.kill('SIGKILL')
    await once(child, 'close')
    const { connection } = await start(dataDir)
    expect(await query(connection, 'select count(*)::int from kept')).toEqual([2])
  })
})
