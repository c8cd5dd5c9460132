import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { type CommitterOptions, createCommitter } from './committer.ts'

const log = pino({ level: 'silent' })
type Options = CommitterOptions<string, string>
const make = (options: Partial<Options> & Pick<Options, 'write'>) =>
  createCommitter<string, string>({
    classify: (error) => ((error as Error).message as 'outage' | 'stale' | 'bad') ?? 'bad',
    instead: () => undefined,
    wait: async () => {},
    batchLimit: 100,
    queueLimit: 1_000,
    log,
    ...options,
  })
const receipts = (jobs: readonly string[]): string[] => jobs.map((job) => `stored ${job}`)
const held = () => {
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open }
}

describe('createCommitter', () => {
  test('records that arrive during a transaction share the next, answered after commit', async () => {
    const batches: string[][] = []
    const first = held()
    const committer = make({
      write: async (jobs) => {
        batches.push([...jobs])
        if (batches.length === 1) await first.gate
        return receipts(jobs)
      },
    })
    const answered: string[] = []
    const a = committer.submit('a').then((receipt) => answered.push(receipt))
    while (batches.length === 0) await new Promise(setImmediate)
    const rest = ['b', 'c', 'd'].map((job) => committer.submit(job).then((receipt) => answered.push(receipt)))
    await new Promise(setImmediate)
    expect(answered).toEqual([])
    expect(committer.stats().queueLength).toBe(4)
    first.open()
    await Promise.all([a, ...rest])
    expect(batches).toEqual([['a'], ['b', 'c', 'd']])
    expect(answered).toEqual(['stored a', 'stored b', 'stored c', 'stored d'])
    expect(committer.stats()).toMatchObject({ queueLength: 0, batches: 2 })
  })

  test('answers nobody while the store is away, and everybody afterwards', async () => {
    let isAway = true
    const waits: number[] = []
    const committer = make({
      write: async (jobs) => {
        if (isAway) throw new Error('outage')
        return receipts(jobs)
      },
      wait: async (ms) => {
        waits.push(ms)
        if (waits.length === 8) isAway = false
        await new Promise(setImmediate)
      },
    })
    expect(await Promise.all(['a', 'b'].map(committer.submit))).toEqual(['stored a', 'stored b'])
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  })

  test('stale knowledge is refreshed a few times, then the record is rejected', async () => {
    let times = 0
    const committer = make({
      write: async () => {
        times += 1
        throw new Error('stale')
      },
    })
    await expect(committer.submit('a')).rejects.toThrow('stale')
    expect(times).toBe(6)
  })

  test('a record that fails alone gets one attempt in its fallback form', async () => {
    const tried: string[] = []
    const committer = make({
      write: async (jobs) => {
        tried.push(jobs.join())
        if (jobs.includes('poison')) throw new Error('bad')
        return receipts(jobs)
      },
      instead: (job) => `raw ${job}`,
    })
    expect(await Promise.all(['poison', 'good'].map(committer.submit))).toEqual(['stored raw poison', 'stored good'])
    expect(tried).toEqual(['poison,good', 'poison', 'raw poison', 'good'])
  })

  test('a full queue reports it, and reports when it has room again', async () => {
    const first = held()
    const committer = make({
      queueLimit: 4,
      batchLimit: 2,
      write: async (jobs) => {
        await first.gate
        return receipts(jobs)
      },
    })
    const jobs = ['a', 'b', 'c', 'd'].map(committer.submit)
    let rooms = 0
    const stop = committer.onRoom(() => {
      rooms += 1
    })
    expect(committer.isFull()).toBe(true)
    first.open()
    await Promise.all(jobs)
    await committer.close()
    expect(committer.isFull()).toBe(false)
    expect(rooms).toBe(1)
    stop()
  })

  test('closing stores the queue, or refuses it without a store, and accepts no more', async () => {
    const good = make({ write: async (jobs) => receipts(jobs) })
    const stored = good.submit('a')
    await good.close()
    expect(await stored).toBe('stored a')
    await expect(good.submit('b')).rejects.toThrow('closed')

    const away = make({
      write: async () => {
        throw new Error('outage')
      },
      wait: () => new Promise(setImmediate),
    })
    const refused = away.submit('a').catch((error: Error) => error.message)
    await away.close()
    expect(await refused).toBe('outage')
  })

  test('stores every sound record exactly once despite failures, and refuses the rest', async () => {
    const failures = fc.infiniteStream(fc.constantFrom('none', 'none', 'none', 'outage', 'stale'))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 60 }), failures, async (poisoned, stream) => {
        const store: string[] = []
        let staleInRow = 0
        const committer = make({
          batchLimit: 16,
          write: async (jobs) => {
            await new Promise(setImmediate)
            expect(jobs.length).toBeLessThanOrEqual(16)
            const failure = stream.next().value
            staleInRow = failure === 'stale' ? staleInRow + 1 : 0
            if (failure === 'outage' || (failure === 'stale' && staleInRow < 4)) throw new Error(failure)
            if (jobs.some((job) => job.startsWith('poison'))) throw new Error('bad')
            store.push(...jobs)
            return receipts(jobs)
          },
        })
        const jobs = poisoned.map((isPoison, index) => `${isPoison ? 'poison' : 'good'} ${index}`)
        const results = await Promise.allSettled(jobs.map(committer.submit))
        const expected = jobs.filter((job) => job.startsWith('good'))
        expect(store).toEqual(expected)
        results.forEach((result, index) => {
          expect(result.status).toBe(poisoned[index] ? 'rejected' : 'fulfilled')
        })
      }),
      { numRuns: 60 },
    )
  })
})
