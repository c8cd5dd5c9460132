import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type Listener, LONGEST_PAYLOAD_BYTES, listen, notify } from './listen.ts'

const log = pino({ level: 'silent' })
let test: TestDatabase
const listeners: Listener[] = []

beforeAll(async () => {
  test = await createTestDatabase()
})
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close()
})
afterAll(() => test.drop())

async function hear(channel: string, onMessage?: (payload: string) => void) {
  const heard: string[] = []
  const onReconnect = vi.fn()
  const options = { log, firstDelayMs: 10, longestDelayMs: 50 }
  const listener = listen(test.db, channel, onMessage ?? ((payload) => heard.push(payload)), onReconnect, options)
  listeners.push(listener)
  await listener.ready
  return { heard, onReconnect, listener }
}

const terminate = (channel: string) =>
  test.db.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = $1',
    [`listen "${channel}"`],
  )
const soon = (assertion: () => void) => vi.waitFor(assertion, { timeout: 10_000, interval: 10 })

it('receives only its own channel, whole payloads, in order', async () => {
  const { heard, onReconnect } = await hear('plants')
  await notify(test.db.pool, 'plants_not', 'elsewhere')
  await notify(test.db.pool, 'plants', '')
  await notify(test.db.kysely, 'plants', 'é'.repeat(LONGEST_PAYLOAD_BYTES / 2))
  await soon(() => expect(heard).toEqual(['', 'é'.repeat(LONGEST_PAYLOAD_BYTES / 2)]))
  expect(onReconnect).not.toHaveBeenCalled()
})

it('is notified when a transaction commits, not when it rolls back', async () => {
  const { heard } = await hear('commits')
  const undone = test.db.transaction(async (t) => {
    await notify(t, 'commits', 'undone')
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await test.db.transaction((t) => notify(t, 'commits', 'committed'))
  await soon(() => expect(heard).toEqual(['committed']))
})

it('survives repeated loss of its connection', async () => {
  const { heard, onReconnect } = await hear('survivor')
  for (const round of [1, 2, 3]) {
    expect((await terminate('survivor')).rowCount).toBe(1)
    await soon(() => expect(onReconnect).toHaveBeenCalledTimes(round))
    await notify(test.db.pool, 'survivor', `round ${round}`)
    await soon(() => expect(heard.at(-1)).toBe(`round ${round}`))
  }
})

it('survives a handler that throws', async () => {
  const heard: string[] = []
  await hear('thrower', (payload) => {
    heard.push(payload)
    throw new Error('handler')
  })
  await notify(test.db.pool, 'thrower', 'one')
  await notify(test.db.pool, 'thrower', 'two')
  await soon(() => expect(heard).toEqual(['one', 'two']))
})

it('notices a server that stays silent', async () => {
  const onReconnect = vi.fn()
  const listener = listen(test.db, 'silent', () => {}, onReconnect, { log, firstDelayMs: 10, pingMs: 100 })
  listeners.push(listener)
  await listener.ready
  // The server process is stopped, so the connection stays open and nothing answers.
  const { rows } = await test.db.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where query = \'listen "silent"\'',
  )
  const pid = rows[0]!.pid
  process.kill(pid, 'SIGSTOP')
  try {
    await soon(() => expect(onReconnect).toHaveBeenCalled())
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

it('leaves no connection after close, even when closed before reconnecting', async () => {
  const { listener } = await hear('closing')
  await listener.close()
  await soon(() => expect(test.db.pool.idleCount).toBe(test.db.pool.totalCount))
  expect((await terminate('closing')).rowCount).toBe(0)
  const unreachable = listen(
    { clientConfig: { host: '/nowhere' } },
    'closing',
    () => {},
    () => {},
    { log, firstDelayMs: 60_000 },
  )
  await unreachable.close()
  await unreachable.ready
})

it('refuses what PostgreSQL would refuse or misread', async () => {
  await expect(notify(test.db.pool, 'plants', 'x'.repeat(LONGEST_PAYLOAD_BYTES + 1))).rejects.toThrow('7901 bytes')
  await expect(notify(test.db.pool, 'Plants; drop', 'x')).rejects.toThrow('Bad channel name')
  expect(() =>
    listen(
      test.db,
      'a"b',
      () => {},
      () => {},
      { log },
    ),
  ).toThrow('Bad channel name')
})
