import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUser, signIn } from '../../people/accounts/accounts.ts'
import { type Cluster, type ClusterOptions, startCluster } from '../db/cluster.ts'
import { type Db, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { findSystemBinaries } from '../db/postgres-binaries.ts'
import { openSecretKey, sealStoredSecrets } from '../secret-key/secret-key.ts'
import { backUp, restore, type Store, upgradeCluster } from './backup.ts'

const log = pino({ level: 'silent' })
const OLDER = 15
const older = findSystemBinaries(OLDER)
const PASSWORD = 'Walrus-27-tusks'

let folder: string
let dataDir: string
let store: Store

/** Runs `work` on a server of its own in the folder. */
async function onServer<T>(
  options: Partial<ClusterOptions>,
  work: (db: Db, cluster: Cluster) => Promise<T>,
): Promise<T> {
  const cluster = await startCluster({ dataDir, log, ...options })
  try {
    const db = await openDatabase({ connection: cluster.connection, poolSize: 2, log })
    return await work(db, cluster).finally(() => db.close())
  } finally {
    await cluster.stop()
  }
}

const signInAs = (db: Db, account: string) =>
  signIn(db, { account, password: PASSWORD, keep: true, nowMs: Date.now(), address: 'a', userAgent: 'b' })

// Debian's PostgreSQL 15 stands for what an older Heliograph shipped.
describe.skipIf(older === undefined)('a database of an older PostgreSQL', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'heliograph-upgrade-'))
    dataDir = join(folder, 'data')
    store = { dataDir, databaseUrl: undefined, secretKeyFile: join(dataDir, 'secret.key'), backupPassphrase: undefined }
    await onServer({ binaries: older as NonNullable<typeof older> }, async (db) => {
      await migrate(db.pool, { log })
      await openSecretKey(db, store.secretKeyFile)
      await sealStoredSecrets(db, store.secretKeyFile)
      await addUser(db, { account: 'mira', password: PASSWORD, isAdmin: false })
      // Beside the running server, as a command does it.
      await backUp(store, join(folder, 'older.tar.gz'), log)
    })
  }, 240_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is restored from its backup into the PostgreSQL of today', async () => {
    const other = join(folder, 'other')
    const target = { ...store, dataDir: other, secretKeyFile: join(other, 'secret.key') }
    const { head } = await restore(target, join(folder, 'older.tar.gz'), log)
    expect(head.server).toMatch(/^15\./)
    expect(Number(readFileSync(join(other, 'postgres', 'PG_VERSION'), 'utf8'))).toBeGreaterThan(OLDER)
    expect(readFileSync(target.secretKeyFile, 'utf8')).toBe(readFileSync(store.secretKeyFile, 'utf8'))
    await onServer({ dataDir: other }, async (db) => {
      await openSecretKey(db, target.secretKeyFile)
      expect((await signInAs(db, 'mira')).token).toHaveLength(43)
    })
  }, 240_000)

  it('does not start, is upgraded with the older programs, and starts', async () => {
    await expect(startCluster({ dataDir, log })).rejects.toThrow('Run npm run upgrade-database')
    const nowhere = upgradeCluster(store, join(folder, 'nowhere'), log)
    await expect(nowhere).rejects.toThrow(`The programs of PostgreSQL ${OLDER} are needed once`)
    const upgraded = await upgradeCluster(store, undefined, log)
    expect(upgraded).toMatchObject({ from: OLDER, kept: join(dataDir, `postgres-${OLDER}`) })
    expect(upgraded.sums.tables['public.users']?.rows).toBe(1)
    expect(existsSync(join(dataDir, 'upgrade'))).toBe(false)
    await expect(upgradeCluster(store, undefined, log)).rejects.toThrow('there is nothing to do')
    // A power cut between the two renames.
    renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.upgraded'))
    await onServer({}, async (db) => {
      await openSecretKey(db, store.secretKeyFile)
      expect(await sealStoredSecrets(db, store.secretKeyFile)).toBe(0)
      expect((await signInAs(db, 'mira')).token).toHaveLength(43)
    })
  }, 240_000)
})
