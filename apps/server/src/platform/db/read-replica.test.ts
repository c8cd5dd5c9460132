import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Cluster, type ClusterConnection, startCluster } from './cluster.ts'
import { clientOf } from './cluster-connection.ts'
import { stopServer } from './cluster-orphan.ts'
import { type Db, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { findEmbeddedBinaries } from './postgres-binaries.ts'
import { OWN_WRITES_S, openReplica } from './read-replica.ts'
import { chooseRunAs } from './run-as.ts'

const log = pino({ level: 'silent' })
const WAIT = { timeout: 60_000, interval: 50 }
const MOST_LAG_MS = 2_000

let folder: string
let cluster: Cluster
let primary: Db
let standby: ChildProcess
let standbyAt: ClusterConnection
let reads: Awaited<ReturnType<typeof openReplica>>
let aheadMs = 0
const now = (): number => Date.now() + aheadMs

const urlOf = ({ host, user, database }: ClusterConnection): string =>
  `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=5432`

const isReplica = (userId?: number): Promise<boolean> =>
  reads.run(userId, async ({ pool }) => {
    const { rows } = await pool.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    return rows[0]?.isStandby === true
  })

/** A clock ticks on a running server; here each look comes after a write. */
async function look(): Promise<boolean> {
  await primary.pool.query('update ticks set at = at + 1')
  await reads.look()
  return reads.state()?.isUsed === true
}

async function onStandby(text: string): Promise<void> {
  const client = await clientOf({
    ...standbyAt,
    user: cluster.administrator.user,
    password: cluster.administrator.password ?? '',
  })
  await client.query(text).finally(() => client.end())
}

/** A standby of the cluster, from a copy of its folder that was made while it was stopped. */
async function startStandby(dataDir: string, source: Cluster): Promise<void> {
  const binaries = findEmbeddedBinaries()
  const clusterDir = join(dataDir, 'postgres')
  const { runAs } = await chooseRunAs(binaries, dataDir, clusterDir)
  const host = join(dataDir, 'socket')
  mkdirSync(host, { mode: 0o700 })
  chownSync(host, runAs.uid, runAs.gid)
  const { host: from, user, password } = source.administrator
  writeFileSync(
    join(clusterDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${from} port=5432 user=${user} password=${password}'\n`,
  )
  writeFileSync(join(clusterDir, 'standby.signal'), '')
  for (const name of ['postgresql.auto.conf', 'standby.signal']) chownSync(join(clusterDir, name), runAs.uid, runAs.gid)
  const fixed = ['listen_addresses=', `unix_socket_directories=${host}`, 'port=5432'].flatMap((text) => ['-c', text])
  const { file, args, options } = runAs.command(binaries.postgres, ['-D', clusterDir, ...fixed])
  standby = spawn(file, args, { ...options, cwd: '/', stdio: 'ignore' })
  standbyAt = { ...source.connection, host }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph-replica-'))
  execFileSync('chmod', ['711', folder])
  const [dataDir, standbyDir] = [join(folder, 'a'), join(folder, 'b')] as const
  const first = await startCluster({ dataDir, log })
  const db = await openDatabase({ connection: first.connection, poolSize: 2, log })
  await migrate(db.pool, { log })
  await db.pool.query('create table ticks (at int); insert into ticks values (0)')
  await db.close()
  await first.stop()
  mkdirSync(standbyDir, { mode: 0o711 })
  execFileSync('cp', ['-a', join(dataDir, 'postgres'), standbyDir])
  cluster = await startCluster({ dataDir, log })
  const rules = join(dataDir, 'postgres', 'pg_hba.conf')
  appendFileSync(rules, `local replication ${cluster.administrator.user} scram-sha-256\n`)
  const administrator = await clientOf(cluster.administrator)
  await administrator.query('select pg_reload_conf()').finally(() => administrator.end())
  await startStandby(standbyDir, cluster)
  primary = await openDatabase({ connection: cluster.connection, poolSize: 3, log })
  await vi.waitUntil(
    () =>
      clientOf(standbyAt).then(
        (client) => client.end().then(() => true),
        () => false,
      ),
    WAIT,
  )
  reads = await openReplica({
    primary,
    url: urlOf(standbyAt),
    poolSize: 2,
    log,
    now,
    everyMs: 3_600_000,
    mostLagMs: MOST_LAG_MS,
  })
}, 180_000)
afterAll(async () => {
  await reads?.close()
  await primary?.close()
  await stopServer(standby.pid ?? 0, () => standby.exitCode !== null || standby.signalCode !== null, 20_000, 20_000)
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('reads go to a replica that is near, and a write of a read to the primary', async () => {
  await vi.waitUntil(look, WAIT)
  expect(await isReplica()).toBe(true)
  expect(reads.state()?.lagSeconds).toBeLessThan(MOST_LAG_MS / 1000)
  await reads.run(undefined, ({ pool }) => pool.query(`insert into ticks values (-1)`))
  expect((await primary.pool.query('select from ticks')).rowCount).toBe(2)
  await expect(reads.run(undefined, ({ pool }) => pool.query('select nothing'))).rejects.toThrow('does not exist')
})

it('a person who wrote reads from the primary for some seconds', async () => {
  await vi.waitUntil(look, WAIT)
  reads.noteWrite(7)
  expect([await isReplica(7), await isReplica(8)]).toEqual([false, true])
  aheadMs += OWN_WRITES_S * 1000 + 1
  await vi.waitUntil(look, WAIT)
  expect(await isReplica(7)).toBe(true)
})

it('a person whose rights changed reads from the primary for some seconds', async () => {
  await vi.waitUntil(look, WAIT)
  reads.noteAccessChange('user:7')
  expect([await isReplica(7), await isReplica(8)]).toEqual([false, true])
  aheadMs += OWN_WRITES_S * 1000 + 1
  await vi.waitUntil(look, WAIT)
  expect(await isReplica(7)).toBe(true)
})

it.each(['organization:3', 'plant:5', undefined])('after a change of %s everybody reads from it', async (change) => {
  await vi.waitUntil(look, WAIT)
  reads.noteAccessChange(change)
  expect([await isReplica(7), await isReplica()]).toEqual([false, false])
  aheadMs += OWN_WRITES_S * 1000 + 1
  await vi.waitUntil(look, WAIT)
  expect([await isReplica(7), await isReplica()]).toEqual([true, true])
})

it('a replica that falls behind is left, and used again when it is near', async () => {
  await vi.waitUntil(look, WAIT)
  await onStandby('select pg_wal_replay_pause()')
  await vi.waitUntil(async () => !(await look()), WAIT)
  expect(reads.state()?.lagSeconds).toBeGreaterThanOrEqual(MOST_LAG_MS / 1000)
  expect(await isReplica()).toBe(false)
  await onStandby('select pg_wal_replay_resume()')
  await vi.waitUntil(look, WAIT)
  expect(await isReplica()).toBe(true)
  // A look that does not come back.
  aheadMs += MOST_LAG_MS + 1
  expect(reads.state()?.isUsed).toBe(false)
})

it('a database that takes writes, or is another one, is no replica', async () => {
  const options = { primary, poolSize: 1, log, now, everyMs: 3_600_000 }
  const itself = await openReplica({ ...options, url: urlOf(cluster.connection) })
  expect(itself.state()).toEqual({ lagSeconds: null, isUsed: false })
  await itself.close()
  await primary.pool.query(`insert into server_keys (name, private, public) values ('key-check', '', 'first')`)
  await vi.waitUntil(look, WAIT)
  const other = { ...primary, pool: { query: async () => ({ rows: [{ key: 'second' }] }) } as unknown as pg.Pool }
  const foreign = await openReplica({ ...options, primary: other, url: urlOf(standbyAt) })
  expect(foreign.state()).toEqual({ lagSeconds: null, isUsed: false })
  await foreign.close()
})

it('reads go on while the replica is away', async () => {
  await vi.waitUntil(look, WAIT)
  await stopServer(standby.pid ?? 0, () => standby.exitCode !== null || standby.signalCode !== null, 20_000, 20_000)
  expect(await isReplica()).toBe(false)
  expect(await look()).toBe(false)
  expect(reads.state()).toEqual({ lagSeconds: null, isUsed: false })
})
