import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestDevice, addTestPlant, appendSamples } from '../../testing/app.ts'
import type { Overlap } from './mapping.ts'
import { createImportApp, type ImportApp } from './testing/import-app.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let app: ImportApp
let plant: number

beforeAll(async () => {
  app = await createImportApp(nowMs)
})
afterAll(() => app.test.close())
beforeEach(async () => {
  plant = await addTestPlant(app.test.db, app.owner.userId, { zone: 'UTC', capacityWp: 6_000 })
  app.use(plant)
})

/** How a recount went is no data. */
const bookkeeping = ['recounts', 'audit_log']
/** How often the current state changed. */
const VERSION = '{version}'
/** All rows of all tables that name the plant, as text. */
async function dump(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'plant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    order by 1`.execute(app.test.db.kysely)
  const found: Record<string, readonly string[]> = {}
  for (const { name } of rows) {
    if (bookkeeping.includes(name)) continue
    const all = await sql<{
      row: string
    }>`select (to_jsonb(t) - ${VERSION}::text[])::text as row from ${sql.table(name)} t
      where plant_id = ${plant} order by 1`.execute(app.test.db.kysely)
    found[name] = all.rows.map(({ row }) => row)
  }
  return found
}

const file = ['day,yield kWh,bought kWh', '2026-05-01,20,3', '2026-05-02,30,4', '2026-05-03,25,5'].join('\n')
const upload = async (content = file) => (await app.upload(content)).json()

describe('an import that was undone', () => {
  it.each(['keep', 'replace', 'fill', 'add'] as const)('leaves no trace after %s', async (overlap: Overlap) => {
    const device = await addTestDevice(app.test.db, plant, { quantities: ['generationTotalWh'] })
    const fromMs = Date.parse('2026-05-02T06:00:00Z')
    await appendSamples(app.test.db, device, { fromMs, toMs: fromMs + 40 * 3_600_000 }, (atMs) => ({
      generationTotalWh: 1e6 + (atMs - fromMs) / 3_600,
    }))
    await app.recount()
    const before = await dump()
    expect(before.plant_days?.length).toBe(2)
    const { id } = await app.store([await upload()], { overlap })
    expect(Object.keys(before).filter((name) => before[name]?.length === 0)).toContain('history_imports')
    expect(await dump()).not.toEqual(before)
    expect((await app.request('DELETE', `/${id}`)).statusCode).toBe(200)
    await app.recount()
    expect(await dump()).toEqual(before)
  })
  it('leaves an empty plant empty', async () => {
    const before = await dump()
    const { id } = await app.store([await upload(), await upload(file.replaceAll('2026-05', '2026-04'))])
    await app.request('DELETE', `/${id}`)
    await app.recount()
    expect(await dump()).toEqual(before)
  })
})

describe('an import that is canceled', () => {
  it('before it began leaves nothing', async () => {
    const before = await dump()
    const { id } = (await app.start([await upload()])).json()
    expect((await app.request('DELETE', `/${id}`)).statusCode).toBe(200)
    expect((await app.request('GET')).json().data).toMatchObject([{ id, state: 'canceling' }])
    await app.work(id)
    expect((await app.request('GET')).json().data).toEqual([])
    expect(await dump()).toEqual(before)
  })
  it.each(['keep', 'replace'] as const)('while it runs (%s) leaves nothing', async (overlap) => {
    const before = await dump()
    const rows = Array.from({ length: 5_000 }, (_, n) => {
      const atMs = Date.parse('2026-03-01T00:00:00Z') + n * 900_000
      return `${new Date(atMs).toISOString()},0.25`
    })
    const { id } = (await app.start([await upload(['time,yield kWh', ...rows].join('\n'))], { overlap })).json()
    // The job has begun to store when the person cancels.
    await sql`create function cancel_import() returns trigger language plpgsql as $$ begin
      update history_imports set state = 'canceling' where id = new.id; return null; end $$`.execute(app.test.db.kysely)
    await sql`create trigger cancel_import after update of progress on history_imports
      for each row when (new.progress > 0 and new.state = 'running') execute function cancel_import()`.execute(
      app.test.db.kysely,
    )
    try {
      await app.work(id)
    } finally {
      await sql`drop trigger cancel_import on history_imports`.execute(app.test.db.kysely)
      await sql`drop function cancel_import`.execute(app.test.db.kysely)
    }
    await app.recount()
    expect((await app.request('GET')).json().data).toEqual([])
    expect(await dump()).toEqual(before)
  })
  it('is that of its plant alone', async () => {
    const { id } = (await app.start([await upload()])).json()
    const neighbor = await addTestPlant(app.test.db, app.owner.userId)
    expect((await app.request('DELETE', `/${id}`, undefined, app.owner, neighbor)).statusCode).toBe(404)
    await app.work(id)
    expect((await app.request('GET')).json().data).toMatchObject([{ id, state: 'done' }])
  })
})

describe('an import that a restart interrupts', () => {
  it('is ordered again and stored once', async () => {
    const { id } = (await app.start([await upload()])).json()
    // The node died while it stored.
    await sql`update history_imports set state = 'running', progress = 0.4 where id = ${id}`.execute(app.test.db.kysely)
    app.ordered.length = 0
    await app.imports.resume()
    expect(app.ordered).toContain(id)
    await app.work(id)
    await app.work(id)
    expect(await app.energies()).toEqual({ '2026-05-01': 20, '2026-05-02': 30, '2026-05-03': 25 })
  })
  it('keeps the files of an import, and forgets those that were only looked at', async () => {
    const kept = (await app.start([await upload()])).json()
    const looked = await upload()
    await sql`update import_files set created_at = ${new Date(nowMs - 2 * 86_400_000)}`.execute(app.test.db.kysely)
    await app.imports.resume()
    expect((await app.preview([looked])).statusCode).toBe(404)
    await app.work(kept.id)
    expect((await app.request('GET')).json().data).toMatchObject([{ id: kept.id, state: 'done' }])
  })
})
