import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import type { Cluster, ClusterOptions } from './cluster.ts'
import { keepCluster } from './keep-cluster.ts'

const log = pino({ level: 'silent' })
const connection = { host: '/data/socket', port: 5432, user: 'heliograph', database: 'heliograph' }
const FULL = 'FATAL: could not write to file "pg_wal/xlogtemp.12": No space left on device'

/** A PostgreSQL that the test ends; `failures` are thrown by the next starts. */
function createStarter(...failures: (Error | undefined)[]) {
  const stops = vi.fn()
  let die = (_reason: string): void => {}
  const start = vi.fn(async ({ onDeath }: ClusterOptions): Promise<Cluster> => {
    const failure = failures.shift()
    if (failure) throw failure
    die = (reason) => onDeath?.(reason)
    return { connection, administrator: connection, pid: 1, stop: async () => stops() }
  })
  return { start, stops, failures, die: (reason: string) => die(reason) }
}

function keep(starter: ReturnType<typeof createStarter>, signal = new AbortController().signal) {
  const waits: number[] = []
  const onDiskFull = vi.fn()
  const onDeath = vi.fn()
  const wait = async (ms: number) => waits.push(ms)
  const kept = keepCluster({
    dataDir: '/data',
    log,
    start: starter.start,
    wait,

    onDiskFull,
    onDeath,
    signal,
  })
  return { kept, waits, onDiskFull, onDeath }
}

describe('the embedded PostgreSQL and a full disk', () => {
  it('waits longer and longer until it can start', async () => {
    const starter = createStarter(...Array(6).fill(new Error(FULL)))
    const { kept, waits, onDiskFull } = keep(starter)
    expect((await kept).connection).toEqual(connection)
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
    expect(onDiskFull).toHaveBeenCalledTimes(6)
  })

  it('restarts after a full disk ended it, at the same address', async () => {
    const starter = createStarter()
    const { kept, onDeath, onDiskFull } = keep(starter)
    await kept
    starter.failures.push(new Error(FULL))
    starter.die(`PostgreSQL ended unexpectedly (code 1). ${FULL}`)
    await vi.waitFor(() => expect(starter.start).toHaveBeenCalledTimes(3))
    expect(onDiskFull).toHaveBeenCalledTimes(2)
    expect(starter.stops).toHaveBeenCalledTimes(1)
    expect(onDeath).not.toHaveBeenCalled()
    await (await kept).stop()
    expect(starter.stops).toHaveBeenCalledTimes(2)
  })

  it('leaves every other end and failure to the caller', async () => {
    const starter = createStarter()
    const { kept, onDeath } = keep(starter)
    await kept
    starter.die('PostgreSQL ended unexpectedly (SIGKILL).')
    expect(onDeath).toHaveBeenCalledWith('PostgreSQL ended unexpectedly (SIGKILL).')
    expect(starter.start).toHaveBeenCalledTimes(1)
    await expect(keep(createStarter(new Error('no permission'))).kept).rejects.toThrow('no permission')
  })

  it('fails with the caller when a restart fails for another reason', async () => {
    const starter = createStarter()
    const { kept, onDeath } = keep(starter)
    await kept
    starter.failures.push(new Error('corrupt'))
    starter.die(FULL)
    await vi.waitFor(() => expect(onDeath).toHaveBeenCalled())
    expect(onDeath.mock.calls[0]?.[0]).toContain('corrupt')
  })

  it('stops waiting when the process is told to stop', async () => {
    const starter = createStarter(new Error(FULL), new Error(FULL))
    await expect(keep(starter, AbortSignal.abort()).kept).rejects.toThrow('No space left')
    expect(starter.start).toHaveBeenCalledTimes(1)
  })
})
