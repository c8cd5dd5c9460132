import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type Cluster, type ClusterConnection, startCluster } from './cluster.ts'
import { APPLICATION_ROLE, isSuperuser, prepareApplicationRole } from './cluster-role.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
const base = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-test-roles-'))
let test: TestDatabase
let cluster: Cluster

beforeAll(async () => {
  test = await createTestDatabase()
  cluster = await startCluster({ dataDir: join(base, 'first'), log })
})
afterAll(async () => {
  await test.drop()
  await cluster.stop()
  rmSync(base, { recursive: true, force: true })
})

async function run(connection: ClusterConnection, text: string): Promise<unknown[]> {
  const client = new pg.Client({ ...connection, ssl: false })
  client.on('error', () => {})
  await client.connect()
  try {
    // Several statements have several results.
    const [last] = [await client.query<unknown[]>({ text, rowMode: 'array' })].flat().slice(-1)
    return last?.rows?.flat() ?? []
  } finally {
    await client.end()
  }
}

it.each([
  ["copy (select 1) to program 'touch /tmp/heliograph-was-here'", /permission denied|must be superuser/],
  ["copy schema_migrations to '/tmp/heliograph-was-here'", /permission denied|must be superuser/],
  ["select pg_read_file('/etc/passwd')", /permission denied/],
  ["alter system set shared_buffers = '1MB'", /permission denied/],
  ['create extension dblink', /permission denied|not available|could not open/],
  ['create role another superuser', /permission denied|must be superuser/],
  ['alter role current_user superuser', /permission denied|must be superuser/],
  ['set role heliograph', /permission denied/],
])('the application cannot: %s', async (statement, refusal) => {
  await expect(test.db.pool.query(statement)).rejects.toThrow(refusal)
})

it('the application keeps its role', async () => {
  const { rows } = await test.db.pool.query('select current_user as name')
  expect(rows).toEqual([{ name: APPLICATION_ROLE }])
  expect(await isSuperuser(test.db.pool)).toBe(false)
  expect(cluster.connection.user).toBe(APPLICATION_ROLE)
})

it('migrates as its own role, and may create and drop what it needs', async () => {
  const db = await openDatabase({ connection: cluster.connection, poolSize: 2, log })
  try {
    expect((await migrate(db.pool, { log })).length).toBeGreaterThan(0)
    await db.pool.query('create schema other; create table other.one (id int); drop schema other cascade')
  } finally {
    await db.close()
  }
})

it('a folder of an older version is transferred with all its content', async () => {
  const { administrator } = cluster
  const old = { ...administrator, database: 'older' }
  await run({ ...administrator, database: 'postgres' }, 'create database older')
  await run(
    old,
    `create table plain (id bigint generated always as identity primary key, own serial, note text);
     create table parted (at int) partition by range (at);
     create table parted_1 partition of parted for values from (0) to (10);
     create view seen as select * from plain;
     create schema boss; create table boss.job (id int); create type boss.state as enum ('a');
     create function boss.make() returns int language sql as 'select 1';
     create unlogged table fast (id int)`,
  )
  await prepareApplicationRole(old)
  const mine = await prepareApplicationRole(old)
  await run(
    mine,
    `insert into plain (note) values ('x'); alter table plain add column more int; select * from seen;
     drop table parted_1; create table parted_2 partition of parted for values from (10) to (20);
     alter type boss.state add value 'b'; drop function boss.make(); drop table boss.job, fast; create table boss.again (id int)`,
  )
  const left = await run(
    mine,
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'boss') and c.relowner <> '${APPLICATION_ROLE}'::regrole`,
  )
  expect(left).toEqual([])
})

it('a folder starts again with its role', async () => {
  await cluster.stop()
  const dataDir = join(base, 'copied')
  cpSync(join(base, 'first'), dataDir, { recursive: true })
  cluster = await startCluster({ dataDir, log })
  expect(await run(cluster.connection, 'select count(*) > 0 from schema_migrations')).toEqual([true])
})
