import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { append, ensurePartitions, samplesOf, sealDays, sealMonths } from '../../fleet/telemetry/telemetry.ts'
import { signIn } from '../../people/accounts/accounts.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  createTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createOlderDatabase } from '../../testing/older-database.ts'
import type { Db } from '../db/database.ts'
import { holdMigrations, migrate, takeMigrations } from '../db/migrate.ts'
import { createJobs } from '../jobs/jobs.ts'
import { AUTHENTICATOR, openSecretKey, openStored, sealStoredSecrets, secretKey } from '../secret-key/secret-key.ts'
import { backUp, restore, type Store, verify } from './backup.ts'

const log = pino({ level: 'silent' })
const DAY = 86_400_000
const START = Date.parse('2026-03-20T00:00Z')
const NOW = Date.parse('2026-05-10T10:00Z')
const quantities: readonly QuantityId[] = ['generationTotalWh', 'acPowerW']
const TOTP = Buffer.alloc(20, 9)

let folder: string
let source: TestApp
let store: Store
let user: { userId: number; token: string }
let devices: Awaited<ReturnType<typeof addTestDevice>>[]
const databases: TestDatabase[] = []

const urlOf = (db: Db): string => {
  const { host, port, user: role, database } = db.clientConfig
  return `postgresql://${role}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
}

/** An installation with nothing in it. */
async function createTarget(name: string): Promise<Store & { db: Db }> {
  const test = await createTestDatabase()
  databases.push(test)
  await test.db.pool.query('drop schema public cascade; create schema public')
  const dataDir = join(folder, name)
  return { ...store, dataDir, databaseUrl: test.url, secretKeyFile: join(dataDir, 'secret.key'), db: test.db }
}

/** A sample of both devices at once, as a batch is stored. */
const appendAt = (atMs: number) =>
  append(
    source.db,
    devices.map((device) => ({
      device,
      atMs,
      timeSource: 'frame' as const,
      values: { generationTotalWh: (atMs - START) / 1000, acPowerW: (atMs / 1000) % 977 },
    })),
  )

async function readAll(db: Db, at = 0) {
  const { plantId, deviceId } = devices[at] as (typeof devices)[number]
  const pages = []
  for await (const page of samplesOf(db, { plantId, deviceId, fromMs: START - DAY, toMs: NOW + 30 * DAY }))
    pages.push(page)
  return pages.flat()
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph-backup-'))
  source = await createTestApp(NOW)
  const { db } = source
  const secretKeyFile = join(folder, 'secret.key')
  await openSecretKey(db, secretKeyFile)
  store = { dataDir: folder, databaseUrl: urlOf(db), secretKeyFile, backupPassphrase: undefined }
  await sealStoredSecrets(db, secretKeyFile)
  user = await addTestUser(source, 'mira')
  await addTestUser(source, 'kai')
  await db.pool.query('insert into authenticators (user_id, secret, confirmed_at) values ($1, $2, now())', [
    user.userId,
    secretKey().seal(TOTP, AUTHENTICATOR),
  ])
  const plantId = await addTestPlant(db, user.userId)
  devices = [await addTestDevice(db, plantId, { quantities }), await addTestDevice(db, plantId, { quantities })]
  await ensurePartitions(db, NOW)
  for (let atMs = START; atMs < NOW; atMs += DAY / 24) await appendAt(atMs)
  await sealDays(db, { beforeDay: '2026-05-07' })
  await sealMonths(db, { beforeDay: '2026-05-07' })
  const jobs = await createJobs({ db, log, now: Date.now, pollMs: 3_600_000 })
  await jobs.work('letters', () => new Promise(() => {}))
  await jobs.stop()
  await db.pool.query(`insert into pgboss.job (name, data) values ('letters', '{"to":"mira"}')`)
})
afterAll(async () => {
  for (const { drop } of databases) await drop()
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it('is of one instant while readings arrive, and holds all that a server needs', async () => {
    const file = join(folder, 'running.tar.gz')
    const before = await readAll(source.db)
    let isDone = false
    let atMs = NOW
    const ingest = (async () => {
      for (; !isDone; atMs += 1_000) await appendAt(atMs)
    })()
    const sums = await backUp(store, file, log)
    await vi.waitUntil(() => atMs > NOW + 5_000)
    isDone = true
    await ingest
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(sums.tables['public.plants']?.rows).toBe(1)

    const target = await createTarget('running')
    const restored = await restore(target, file, log)
    expect(restored.sums).toEqual(sums)
    const [first, second] = [await readAll(target.db), await readAll(target.db, 1)]
    expect(first.length).toBeLessThan((await readAll(source.db)).length)
    // Neither a reading before it is missing, nor half of a batch there.
    expect(first.slice(0, before.length)).toEqual(before)
    expect(second.map(({ atMs: at }) => at)).toEqual(first.map(({ atMs: at }) => at))
    // The key comes with it.
    expect(readFileSync(target.secretKeyFile, 'utf8')).toBe(readFileSync(store.secretKeyFile, 'utf8'))
    expect(statSync(target.secretKeyFile).mode & 0o777).toBe(0o600)
    await openSecretKey(target.db, target.secretKeyFile)
    expect(await sealStoredSecrets(target.db, target.secretKeyFile)).toBe(0)
    const { secret } = await target.db.kysely
      .selectFrom('authenticators')
      .select('secret')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    expect(openStored(secret, AUTHENTICATOR)).toEqual(TOTP)
  })

  it('lets people in as before, keeps waiting work, and grows on', async () => {
    const file = join(folder, 'people.tar.gz')
    await backUp(store, file, log)
    const target = await createTarget('people')
    await restore(target, file, log)
    const { db } = target
    const options = { account: 'kai', password: TEST_PASSWORD, keep: true, nowMs: NOW, address: 'a', userAgent: 'b' }
    expect((await signIn(db, options)).token).toHaveLength(43)
    await expect(signIn(db, { ...options, account: 'mira' })).rejects.toThrow('SECOND_FACTOR_REQUIRED')
    await expect(signIn(db, { ...options, password: 'Walrus-28-tusks' })).rejects.toThrow(
      'AUTH_INVALID_USERNAME_OR_PASSWORD',
    )
    const { rows } = await db.pool.query(`select data from pgboss.job where name = 'letters'`)
    expect(rows).toEqual([{ data: { to: 'mira' } }])
    // Numbers go on, references and triggers hold.
    const added = await addTestPlant(db, user.userId)
    expect(added).toBeGreaterThan((devices[0] as (typeof devices)[number]).plantId)
    await expect(addTestPlant(db, 999_999)).rejects.toThrow('foreign key')
    const named = await db.pool.query('select plant_id from plant_search where plant_id = $1', [added])
    expect(named.rowCount).toBeGreaterThan(0)
  })

  it('is verified by restoring it elsewhere', async () => {
    const file = join(folder, 'verified.tar.gz')
    const sums = await backUp({ ...store, backupPassphrase: 'Solstice' }, file, log)
    const verified = await verify(file, 'Solstice', log)
    expect(verified.sums).toEqual(sums)
    expect(verified.head.migrations.length).toBeGreaterThan(100)
  }, 120_000)

  it('keeps the key from everybody without the passphrase', async () => {
    const file = join(folder, 'sealed.tar.gz')
    const sealed = { ...store, backupPassphrase: 'Solstice' }
    await backUp(sealed, file, log)
    expect(gunzipSync(readFileSync(file)).includes(readFileSync(store.secretKeyFile, 'utf8').trim())).toBe(false)
    const target = await createTarget('sealed')
    await expect(restore(target, file, log)).rejects.toThrow('set BACKUP_PASSPHRASE')
    await expect(restore({ ...target, backupPassphrase: 'Equinox' }, file, log)).rejects.toThrow(
      'BACKUP_PASSPHRASE is not the one',
    )
    await restore({ ...target, backupPassphrase: 'Solstice' }, file, log)
    expect(readFileSync(target.secretKeyFile, 'utf8')).toBe(readFileSync(store.secretKeyFile, 'utf8'))
  })

  it('of an older version is brought to this one', async () => {
    const older = await createOlderDatabase('-sealed-periods.sql')
    databases.push(older)
    const file = join(folder, 'older.tar.gz')
    const { head } = await backUp({ ...store, databaseUrl: older.url }, file, log).then(async () => {
      const target = await createTarget('older')
      const restored = await restore(target, file, log)
      const { rows } = await target.db.pool.query('select count(*) as n from sealed_periods')
      expect(rows).toEqual([{ n: 0 }])
      return restored
    })
    const { rows } = await source.db.pool.query('select max(version) as version from schema_migrations')
    expect(head.migrations.length).toBeLessThan(rows[0]?.version)
  })
})

describe('a restore refuses', () => {
  let file: string
  let target: Awaited<ReturnType<typeof createTarget>>
  beforeAll(async () => {
    file = join(folder, 'refused.tar.gz')
    await backUp(store, file, log)
    target = await createTarget('refused')
  })
  const isEmpty = async (): Promise<boolean> => {
    const { rows } = await target.db.pool.query<{ n: number }>(
      `select count(*) as n from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'pgboss')`,
    )
    return rows[0]?.n === 0
  }

  it('an archive that was changed or cut off anywhere, and leaves the database empty', async () => {
    const bytes = readFileSync(file)
    const bent = join(folder, 'bent.tar.gz')
    const at = (share: number): number => Math.floor(bytes.length * share)
    const cases = [0.01, 0.6, 0.9999].map((share): [string, Buffer] => {
      const copy = Buffer.from(bytes)
      copy[at(share)] = (copy[at(share)] as number) ^ 0x10
      return [`changed at ${share}`, copy]
    })
    for (const share of [0.3, 0.9999]) cases.push([`cut off at ${share}`, bytes.subarray(0, at(share))])
    for (const [name, damaged] of cases) {
      writeFileSync(bent, damaged)
      await expect(restore(target, bent, log), name).rejects.toThrow('The backup is damaged')
      expect(await isEmpty()).toBe(true)
    }
  })

  it('what is no backup, or none that this version knows', async () => {
    const other = join(folder, 'other.tar.gz')
    writeFileSync(other, 'no archive')
    await expect(restore(target, other, log)).rejects.toThrow('The backup is damaged')
    await expect(restore(target, join(folder, 'none'), log)).rejects.toThrow('cannot be read (ENOENT)')
    expect(await isEmpty()).toBe(true)
  })

  it('a backup of a newer version', async () => {
    const newer = await createTestDatabase()
    databases.push(newer)
    await newer.db.pool.query(`insert into schema_migrations (version, name, checksum) values (9999, 'later', 'x')`)
    const archive = join(folder, 'newer.tar.gz')
    await backUp({ ...store, databaseUrl: newer.url }, archive, log)
    await expect(restore(target, archive, log)).rejects.toThrow(
      'The backup is newer than this Heliograph: it has migration 9999 (later)',
    )
    expect(await isEmpty()).toBe(true)
  })

  it('another key in its place, and a database that is not empty', async () => {
    const occupied = { ...target, secretKeyFile: join(folder, 'occupied.key') }
    writeFileSync(occupied.secretKeyFile, `${Buffer.alloc(32, 1).toString('base64url')}\n`)
    await expect(restore(occupied, file, log)).rejects.toThrow('holds another secret key than the backup')
    await expect(restore({ ...store, secretKeyFile: target.secretKeyFile }, file, log)).rejects.toThrow(
      'The database is not empty',
    )
    await restore(target, file, log)
    await expect(restore(target, file, log)).rejects.toThrow('The database is not empty')
  })
})

describe('while a backup runs', () => {
  it('nodes start, readings are stored, and no migration begins', async () => {
    const { db } = source
    const client = await db.pool.connect()
    const days = async () =>
      (await db.pool.query(`select from pg_inherits where inhparent = 'samples'::regclass`)).rowCount
    try {
      await holdMigrations(client)
      await client.query('begin; lock table samples in access share mode')
      expect(await migrate(db.pool, { log })).toEqual([])
      const before = await days()
      await ensurePartitions(db, NOW + 30 * DAY)
      expect(await days()).toBe(before)
      await appendAt(NOW - 1)
      const other = await db.pool.connect()
      await expect(takeMigrations(other).finally(() => other.release())).rejects.toThrow('right now')
      await client.query('commit; select pg_advisory_unlock_all()')
      await ensurePartitions(db, NOW + 30 * DAY)
      expect(await days()).toBeGreaterThan(before ?? 0)
      await takeMigrations(client)
      await expect(backUp(store, join(folder, 'late.tar.gz'), log)).rejects.toThrow('being migrated or restored')
    } finally {
      client.release(true)
    }
  })
})

describe('a backup refuses', () => {
  it('a file that exists, a key that is missing and a key of another database', async () => {
    const file = join(folder, 'there.tar.gz')
    writeFileSync(file, '')
    await expect(backUp(store, file, log)).rejects.toThrow('exists already')
    const to = join(folder, 'new.tar.gz')
    const missing = { ...store, secretKeyFile: join(folder, 'missing.key') }
    await expect(backUp(missing, to, log)).rejects.toThrow('missing.key is missing')
    writeFileSync(missing.secretKeyFile, `${Buffer.alloc(32, 1).toString('base64url')}\n`)
    await expect(backUp(missing, to, log)).rejects.toThrow('were sealed with the key')
    await expect(backUp({ ...store, databaseUrl: undefined }, to, log)).rejects.toThrow('There is no database in')
    await expect(backUp(store, join(folder, 'no', 'folder.tar.gz'), log)).rejects.toThrow('cannot be written')
  })
})
