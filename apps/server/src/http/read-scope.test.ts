/** What a token that only reads leaves in the database, call by call: nothing, but for what is listed with its reason. */
import { calls, endpoints, namedEndpoints } from '@heliograph/contract/calls.ts'
import { isWrite, scopeOf } from '@heliograph/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_TOKEN_PREFIX, hashToken, makeToken } from '../people/accounts/accounts.ts'
import { addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { addSamplePlace } from '../testing/sample-place.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const entries = namedEndpoints
const opened = entries.filter(([name, entry]) => scopeOf(name.split(' ')[0] ?? '', entry) === 'plant:read')

/** Tables that any read may write, and why nothing acts on that later. */
const notesOfReading: Readonly<Record<string, string>> = {
  access_tokens: 'when the token was used',
  call_budgets: 'what the calls cost',
}

let test: TestApp
let place: Place
const headersOf: Record<'reads' | 'writes', Record<string, string>> = { reads: {}, writes: {} }

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const { userId } = await addTestUser(test, 'owner')
  await test.db.kysely.updateTable('users').set({ email: 'owner@example.org' }).where('id', '=', userId).execute()
  place = await addSamplePlace(test.db, userId, 'owner', nowMs)
  for (const [name, scopes] of [
    ['reads', ['plant:read']],
    ['writes', ['plant:read', 'plant:write']],
  ] as const) {
    const token = `${ACCESS_TOKEN_PREFIX}${makeToken()}`
    const row = { user_id: userId, name, scopes: [...scopes], token_hash: hashToken(token) }
    await test.db.kysely
      .insertInto('access_tokens')
      .values({ ...row, expires_at: new Date(nowMs + 86_400_000) })
      .execute()
    headersOf[name] = bearer(token)
  }
  await watchWrites()
})
afterAll(() => test.close())

/** Each statement that changes a row of any table is noted. */
async function watchWrites(): Promise<void> {
  await test.db.pool.query(`
    create table seen_writes (name text not null);
    create function note_write() returns trigger language plpgsql as $$ begin
      insert into seen_writes values (tg_table_name); return null;
    end $$;
    do $$ declare name text; begin
      for name in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'seen_writes' loop
        execute format('create trigger z_note_write after insert or update or delete on %I for each row execute function note_write()', name);
      end loop;
    end $$`)
}

async function writesOf(run: () => Promise<unknown>): Promise<readonly string[]> {
  await test.db.pool.query('truncate seen_writes')
  await run()
  const { rows } = await test.db.pool.query<{ name: string }>('select distinct name from seen_writes order by name')
  return rows.map(({ name }) => name).filter((name) => notesOfReading[name] === undefined)
}

describe('a token that only reads', () => {
  const writing = (rows: typeof opened) =>
    rows.filter(([name, entry]) => isWrite(name.split(' ')[0] ?? '', entry)).map(([name]) => name)

  it('opens no call that changes something', () => {
    expect(opened.length).toBeGreaterThan(90)
    expect(writing(opened)).toEqual([])
    const order = 'POST /maintain-s/station/{id}/report/jobs'
    expect(writing([[order, { ...calls[order], scope: 'plant:read' }]])).toEqual([order])
  })

  it.each(opened.map(([name]) => name))('%s leaves nothing behind', async (name) => {
    const entry = endpoints[name]
    if (entry.stream) return
    const left = await writesOf(async () => {
      const reply = await inject(test.app, name, callSamples[name](place), headersOf.reads)
      expect([200, 404, 409, 400], `${name}: ${reply.body.slice(0, 200)}`).toContain(reply.statusCode)
    })
    expect(left).toEqual([])
  })

  it('would be found if it left something', async () => {
    const name = 'POST /maintain-s/station/{id}/report/jobs'
    const left = await writesOf(async () => {
      const reply = await inject(test.app, name, callSamples[name](place), headersOf.writes)
      expect(reply.statusCode).toBe(200)
    })
    expect(left).toContain('plant_exports')
    expect((await inject(test.app, name, callSamples[name](place), headersOf.reads)).statusCode).toBe(403)
  })
})
