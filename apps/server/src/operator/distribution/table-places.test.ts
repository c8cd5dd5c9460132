import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { distributedTables, localTables } from './table-places.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const namesOf = async (text: string): Promise<string[]> => {
  const { rows } = await database.db.pool.query<{ name: string }>(text, [[...distributedTables]])
  return rows.map(({ name }) => name)
}

it('every table of the schema has one place on a cluster', async () => {
  const { rows } = await database.db.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const placed = [...distributedTables, ...localTables]
  expect(placed.sort()).toEqual(rows.map(({ name }) => name))
})

it('unique keys of distributed tables start with the plant', async () => {
  const others = `select i.indexrelid::regclass::text as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid::regclass::text = any($1) and i.indisunique and a.attname <> 'plant_id'`
  expect(await namesOf(others)).toEqual([])
})

it('no foreign key, trigger or drawn number ties a distributed table to another one', async () => {
  const ties = `
    select conrelid::regclass || ' ' || conname as name from pg_constraint
      where contype = 'f' and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))
    union all
    select tgrelid::regclass || ' ' || tgname from pg_trigger
      where not tgisinternal and tgrelid::regclass::text = any($1)
    union all
    select attrelid::regclass || ' ' || attname from pg_attribute
      where attrelid::regclass::text = any($1) and (attidentity <> '' or atthasdef and attnum > 0
        and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null)`
  expect(await namesOf(ties)).toEqual([])
})
