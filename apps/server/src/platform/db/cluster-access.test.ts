import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Cluster, type ClusterConnection, startCluster } from './cluster.ts'

const log = pino({ level: 'silent' })
const base = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-test-access-'))
const made = join(base, 'made')
const TRUSTING = 'local all all trust\nhost all all 127.0.0.1/32 trust\nlocal replication all trust\n'
let cluster: Cluster | undefined

beforeAll(async () => {
  cluster = await startCluster({ dataDir: made, log })
  await cluster.stop()
})
afterEach(async () => cluster?.stop())
afterAll(() => rmSync(base, { recursive: true, force: true }))

async function whoAmI(connection: ClusterConnection, more: pg.ClientConfig = {}): Promise<unknown> {
  const client = new pg.Client({ ...connection, ...more, ssl: false })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<{ name: string }>('select current_user as name')).rows[0]?.name
  } finally {
    await client.end().catch(() => {})
  }
}

const rulesOf = (dataDir: string): string => readFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'utf8')

async function expectClosed({ connection, administrator }: Cluster): Promise<void> {
  expect(await whoAmI(connection)).toBe('heliograph_app')
  expect(connection).not.toHaveProperty('password')
  const { password, ...open } = administrator
  expect(await whoAmI({ ...open, password: password ?? '' })).toBe('heliograph')
  await expect(whoAmI(open)).rejects.toThrow(/password/)
  await expect(whoAmI({ ...open, password: 'heliograph' })).rejects.toThrow(/password authentication failed/)
  await expect(whoAmI({ ...open, database: 'postgres' })).rejects.toThrow(/password/)
  await expect(whoAmI({ ...connection, user: 'somebody' })).rejects.toThrow(/pg_hba.conf/)
}

it('the superuser of a new folder cannot be entered without a password', async () => {
  cluster = await startCluster({ dataDir: join(base, 'new'), log })
  await expectClosed(cluster)
  expect(rulesOf(join(base, 'new'))).not.toMatch(/trust|host/)
})

it('a folder that trusted everyone is closed at its next start', async () => {
  const dataDir = join(base, 'old')
  cpSync(made, dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), TRUSTING)
  writeFileSync(join(dataDir, 'open.conf'), TRUSTING, { mode: 0o644 })
  // What an operator overrides does not open it again.
  writeFileSync(join(dataDir, 'postgres.conf'), `hba_file = '${join(dataDir, 'open.conf')}'\n`, { mode: 0o644 })
  cluster = await startCluster({ dataDir, log })
  await expectClosed(cluster)
  expect(rulesOf(dataDir)).not.toMatch(/trust|host/)
})

it('each start has a password of its own, and none is written anywhere', async () => {
  const dataDir = join(base, 'twice')
  cpSync(made, dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'postgres.conf'), "log_statement = 'all'\nlog_min_duration_statement = 0\n", {
    mode: 0o644,
  })
  const first = await startCluster({ dataDir, log })
  const earlier = first.administrator
  await first.stop()
  cluster = await startCluster({ dataDir, log })
  expect(cluster.administrator.password).not.toBe(earlier.password)
  await expect(whoAmI({ ...cluster.administrator, password: earlier.password ?? '' })).rejects.toThrow(/password/)
  const written = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(written).toContain('password_encryption')
  for (const { password = '?' } of [earlier, cluster.administrator]) expect(written).not.toContain(password)
})
