import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addPlant } from '../telemetry/testing/scene.ts'
import { createRecounts, findRecount, type RecountPlant, type Recounts } from './recounts.ts'

const log = pino({ level: 'silent' })
const waitFor = <T>(work: () => T | Promise<T>) => vi.waitFor(work, { timeout: 10_000 })
let database: TestDatabase
let plant: number
const nodes: { jobs: Jobs; recounts: Recounts }[] = []

beforeAll(async () => {
  database = await createTestDatabase(12)
})
afterAll(() => database.drop())
beforeEach(async () => {
  plant = await addPlant(database.db)
})
const stop = async ({ jobs, recounts }: (typeof nodes)[number]) => {
  recounts.close()
  await jobs.stop()
}
afterEach(async () => {
  for (const node of nodes.splice(0)) await stop(node)
})

async function start(recount: RecountPlant) {
  const jobs = await createJobs({ db: database.db, log, now: Date.now, pollMs: 20 })
  const recounts = await createRecounts({ db: database.db, jobs, log, recount })
  const node = { jobs, recounts }
  nodes.push(node)
  return node
}
const ask = ({ recounts }: { recounts: Recounts }) =>
  database.db.transaction((transaction) => recounts.ask(transaction, plant))
const state = async () => (await findRecount(database.db, plant)).state
/** A run that the test pauses and resumes. */
function createGate() {
  const runs: { plantId: number; report: (done: number, total: number) => void; end: (error?: Error) => void }[] = []
  const recount: RecountPlant = (_db, plantId, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      runs.push({ plantId, report: onProgress, end: (error) => (error ? reject(error) : resolve()) })
      signal.addEventListener('abort', () => reject(new Error('stopped')))
    })
  return { runs, recount }
}

describe('a recount', () => {
  it('runs once, reports its progress, and finishes', async () => {
    const { runs, recount } = createGate()
    const node = await start(recount)
    expect(await state()).toBe('none')
    await ask(node)
    await waitFor(async () => expect(await state()).toBe('running'))
    runs[0]?.report(42, 100)
    await waitFor(async () => expect(await findRecount(database.db, plant)).toMatchObject({ done: 42, total: 100 }))
    runs[0]?.end()
    await waitFor(async () => expect(await findRecount(database.db, plant)).toMatchObject({ state: 'done', done: 100 }))
    expect(runs).toHaveLength(1)
  })

  it('is requested together with the change or not at all', async () => {
    const { runs, recount } = createGate()
    const node = await start(recount)
    const failing = database.db.transaction(async (transaction) => {
      await node.recounts.ask(transaction, plant)
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    expect(await state()).toBe('none')
    expect(runs).toEqual([])
  })

  it('covers many changes at once, and later ones in one more run', async () => {
    const { runs, recount } = createGate()
    const node = await start(recount)
    await Promise.all([ask(node), ask(node), ask(node)])
    await waitFor(() => expect(runs).toHaveLength(1))
    // The first run is still in progress for any caller.
    await ask(node)
    await ask(node)
    expect(await state()).toBe('running')
    runs[0]?.end()
    await waitFor(() => expect(runs).toHaveLength(2))
    runs[1]?.end()
    await waitFor(async () => expect(await state()).toBe('done'))
    expect(runs).toHaveLength(2)
  })

  it('runs on one node at a time', async () => {
    const { runs, recount } = createGate()
    const first = await start(recount)
    const second = await start(recount)
    await ask(first)
    await waitFor(() => expect(runs).toHaveLength(1))
    await second.jobs.send('recount', { plantId: plant })
    await first.jobs.send('recount', { plantId: plant })
    runs[0]?.end()
    await waitFor(async () => expect(await state()).toBe('done'))
    await ask(second)
    await waitFor(() => expect(runs).toHaveLength(2))
    runs[1]?.end()
    await waitFor(async () => expect(await state()).toBe('done'))
  })

  it('survives a restart: the next node starts it again', async () => {
    const { runs, recount } = createGate()
    const node = await start(recount)
    await ask(node)
    await waitFor(() => expect(runs).toHaveLength(1))
    await stop(node)
    nodes.length = 0
    expect(await state()).toBe('running')
    const next = await start(recount)
    expect(await next.recounts.resume(60_000)).toBe(0)
    expect(await next.recounts.resume()).toBe(1)
    await waitFor(() => expect(runs).toHaveLength(2))
    runs[1]?.end()
    await waitFor(async () => expect(await state()).toBe('done'))
    expect(await next.recounts.resume()).toBe(0)
  })

  it('ends with its plant', async () => {
    const { runs, recount } = createGate()
    const node = await start(recount)
    await ask(node)
    await waitFor(() => expect(runs).toHaveLength(1))
    await database.db.kysely.deleteFrom('plants').where('id', '=', plant).execute()
    runs[0]?.end()
    await ask(node).catch(() => {})
    expect(await state()).toBe('none')
  })

  it('is queued again after a failure', async () => {
    const { runs, recount } = createGate()
    const node = await start(recount)
    await ask(node)
    await waitFor(() => expect(runs).toHaveLength(1))
    runs[0]?.end(new Error('disk full'))
    await waitFor(async () => expect(await state()).toBe('queued'))
  })
})
