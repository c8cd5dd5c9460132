import { createServer } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, redactUrl } from './database.ts'

const log = pino({ level: 'silent' })
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  await test.db.pool.query('create table account (name text primary key, cents bigint not null)')
})
afterAll(() => test.drop())

describe('columns', () => {
  it.each<[string, unknown]>([
    ['9007199254740991::bigint', 9007199254740991],
    ['-3::bigint', -3],
    ["'12.50'::numeric", 12.5],
    ["'2026-03-29'::date", '2026-03-29'],
    ["'2026-03-29 01:30:00+01'::timestamptz", new Date(Date.UTC(2026, 2, 29, 0, 30))],
    ["'{1.5,NULL,-2}'::float8[]", [1.5, null, -2]],
    ["'{1.5,NULL}'::float4[]", [1.5, null]],
    ["'{1,NULL}'::int4[]", [1, null]],
    ["'{1,NULL}'::int2[]", [1, null]],
    ["'{1,NULL,9007199254740991}'::bigint[]", [1, null, 9007199254740991]],
    ["'{2026-03-29,NULL}'::date[]", ['2026-03-29', null]],
    ["'{1.25,NULL}'::numeric[]", [1.25, null]],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
    ['\'{"a":[1]}\'::jsonb', { a: [1] }],
    ['null::bigint', null],
    ["current_setting('timezone')", 'UTC'],
    ["current_setting('idle_in_transaction_session_timeout')", '8s'],
  ])('%s', async (text, expected) => {
    expect((await test.db.pool.query(`select ${text} as value`)).rows).toEqual([{ value: expected }])
  })

  it('refuses a bigint that a number cannot hold', async () => {
    await expect(test.db.pool.query('select 9007199254740993::bigint')).rejects.toThrow('cannot hold exactly')
  })

  it('accepts arrays with null in both directions through Kysely', async () => {
    const values = [
      [1.5, null, 3],
      [4, 5, null],
    ] as const
    const { rows } = await sql<{
      value: number[]
    }>`select ${values.map((row) => [...row])[0]}::float8[] as value`.execute(test.db.kysely)
    expect(rows).toEqual([{ value: [1.5, null, 3] }])
  })
})

describe('transaction', () => {
  it('commits all, or nothing when the work fails', async () => {
    await test.db.transaction((t) => sql`insert into account values ('a', 1)`.execute(t))
    const broken = test.db.transaction(async (t) => {
      await sql`insert into account values ('b', 1)`.execute(t)
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    expect((await test.db.pool.query('select name from account')).rows).toEqual([{ name: 'a' }])
  })

  it('retries after losing to another transaction, up to its attempts', async () => {
    const lose = async (attempts: number): Promise<number> => {
      let tries = 0
      const work = test.db.transaction(
        async (t) => {
          tries += 1
          const { rows } = await sql<{ cents: number }>`select cents from account where name = 'a'`.execute(t)
          // Another connection changes the row we have read: a serialization failure at our own update.
          if (tries <= 2) await test.db.pool.query("update account set cents = cents + 10 where name = 'a'")
          await sql`update account set cents = ${rows[0]!.cents + 1} where name = 'a'`.execute(t)
        },
        { isolationLevel: 'repeatable read', attempts },
      )
      return work.then(
        () => tries,
        (error: { code?: string }) => (error.code === '40001' ? -tries : Number.NaN),
      )
    }
    expect(await lose(3)).toBe(3)
    expect((await test.db.pool.query("select cents from account where name = 'a'")).rows).toEqual([{ cents: 22 }])
    expect(await lose(2)).toBe(-2)
  })
})

describe('external server', () => {
  it('is reached by URL', async () => {
    const db = await openDatabase({ url: test.url, poolSize: 1, log })
    expect((await db.pool.query('select current_database() as name')).rows).toEqual([
      { name: test.connection.database },
    ])
    await db.close()
    // Also when Kysely was never used.
    expect(db.pool.totalCount).toBe(0)
    expect(db.pool.ended).toBe(true)
  })

  it('never shows its password', async () => {
    expect(redactUrl('postgres://me:s3cret@db.example:5432/solar?password=s3cret&sslmode=require')).toBe(
      'postgres://me@db.example:5432/solar',
    )
    expect(redactUrl('postgres://me:s3%zzcret@[broken')).toBe('(unreadable URL)')
    const lines: string[] = []
    const noting = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as { port: number }
    await new Promise((resolve) => closed.close(resolve))
    const url = `postgres://me:s3cret@127.0.0.1:${port}/solar`
    const failure = await openDatabase({ url, poolSize: 1, log: noting, waitMs: 100 }).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect((failure as Error).message).toMatch(/^postgres:\/\/me@127\.0\.0\.1:\d+\/solar cannot be reached: /)
    expect(lines.join('') + String((failure as Error).stack)).not.toContain('s3cret')
    expect(lines.length).toBeGreaterThan(0)
  })

  it('must be a PostgreSQL URL', async () => {
    await expect(openDatabase({ url: 'mysql://me:s3cret@db/solar', poolSize: 1, log })).rejects.toThrow(
      /^DATABASE_URL must begin with postgres/,
    )
  })

  it('is refused when it is older than version 15', async () => {
    const old = await startOldServer('14.11')
    try {
      const url = `postgres://me:s3cret@127.0.0.1:${old.port}/solar`
      await expect(openDatabase({ url, poolSize: 1, log })).rejects.toThrow(
        `postgres://me@127.0.0.1:${old.port}/solar is PostgreSQL 14.11, but Heliograph needs 15 or later.`,
      )
    } finally {
      await old.close()
    }
  })
})

/** Speaks just enough of the wire protocol (version 3) to let a client in and answer its question about the version. */
async function startOldServer(version: string): Promise<{ port: number; close: () => Promise<unknown> }> {
  const message = (type: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const ready = message('Z', Buffer.from('I'))
  const column = (name: string, oid: number): Buffer => {
    const rest = Buffer.alloc(18)
    rest.writeInt32BE(oid, 6)
    return Buffer.concat([Buffer.from(`${name}\0`), rest])
  }
  const value = (text: string): Buffer => {
    const size = Buffer.alloc(4)
    size.writeInt32BE(text.length)
    return Buffer.concat([size, Buffer.from(text)])
  }
  const two = Buffer.from([0, 2])
  const reply = Buffer.concat([
    message('T', Buffer.concat([two, column('number', 23), column('name', 25)])),
    message('D', Buffer.concat([two, value('140011'), value(version)])),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ])
  const server = createServer((socket) => {
    socket.on('error', () => {})
    let isIn = false
    socket.on('data', (chunk) => {
      if (!isIn) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      else if (chunk.toString('latin1').startsWith('X')) socket.end()
      else if (chunk.includes('current_setting')) socket.write(reply)
      else socket.write(Buffer.concat([message('C', Buffer.from('SET\0')), ready]))
      isIn = true
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as { port: number }).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
