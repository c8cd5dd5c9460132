import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
let test: TestDatabase
let folder = ''

beforeEach(async () => {
  test = await createTestDatabase()
  // A database as empty as a fresh one: the template already has the migrations of the product.
  await test.db.pool.query('drop schema public cascade; create schema public')
  folder = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'))
  write('001-first.sql', 'create table first (id int); insert into first values (1);')
  write('002-second.sql', '-- a comment\r\nalter table first add second int;\r\n')
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await test.drop()
})

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const run = () => migrate(test.db.pool, { log, folder })
const rowsOf = async (text: string) => (await test.db.pool.query(text)).rows as unknown[]

it('applies missing migrations once, in order', async () => {
  expect(await run()).toEqual([1, 2])
  write('003-third.sql', 'update first set second = 7')
  expect(await run()).toEqual([3])
  expect(await run()).toEqual([])
  expect(await rowsOf('select * from first')).toEqual([{ id: 1, second: 7 }])
  expect(await rowsOf('select version, name, length(checksum) as length from schema_migrations order by 1')).toEqual([
    { version: 1, name: 'first', length: 64 },
    { version: 2, name: 'second', length: 64 },
    { version: 3, name: 'third', length: 64 },
  ])
})

it('applies each one once when several nodes start at the same time', async () => {
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat()).toEqual([1, 2])
  expect(await rowsOf('select id from first')).toEqual([{ id: 1 }])
})

it('undoes a failed migration, keeps the earlier ones, and can resume', async () => {
  write('003-third.sql', 'create table third (id int); select 1 / 0;')
  await expect(run()).rejects.toThrow('Migration 3 (third) failed: division by zero')
  expect(await rowsOf("select to_regclass('third') as third, max(version) as version from schema_migrations")).toEqual([
    { third: null, version: 2 },
  ])
  write('003-third.sql', 'create table third (id int)')
  expect(await run()).toEqual([3])
})

it('refuses a changed text, but not changed line endings', async () => {
  await run()
  write('002-second.sql', '-- a comment\nalter table first add second int;\n')
  expect(await run()).toEqual([])
  write('002-second.sql', 'alter table first add second bigint;')
  await expect(run()).rejects.toThrow(/^Migration 2 \(second\) is not the one that was applied/)
})

it('refuses a newer database', async () => {
  await run()
  rmSync(join(folder, '002-second.sql'))
  await expect(run()).rejects.toThrow(
    /newer than this Heliograph: it has migration 2 \(second\), the newest known here is 1/,
  )
})

it('refuses a database in which a migration is missing', async () => {
  await run()
  await test.db.pool.query('delete from schema_migrations where version = 1')
  await expect(run()).rejects.toThrow('has migration 2 (second) but not 1')
})

it.each([
  ['a gap', '004-late.sql', /3 is missing or doubled/],
  ['a number twice', '002-again.sql', /3 is missing or doubled/],
  ['a bad name', 'third.sql', /not named NNN-name\.sql/],
])('refuses %s among the files', async (_, name, message) => {
  write(name, 'select 1')
  await expect(run()).rejects.toThrow(message)
  expect(await rowsOf("select to_regclass('first') as first")).toEqual([{ first: null }])
})

it('releases its lock after a failure', async () => {
  write('003-third.sql', 'select nonsense')
  await expect(run()).rejects.toThrow()
  expect(
    await rowsOf(
      "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    ),
  ).toEqual([])
})
