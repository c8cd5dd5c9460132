import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDiskSpace } from './disk-space.ts'
import type { Log } from './log.ts'
import { isDiskFull, isOutage, reasonOf } from './outage.ts'

const noSpace = Object.assign(new Error('could not extend file "base/5/1": No space left on device'), { code: '53100' })
const away = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' })

describe('a full disk', () => {
  it.each([
    ['an error of a statement', noSpace],
    ['an error of our own files', Object.assign(new Error('write'), { code: 'ENOSPC' })],
    [
      'the last lines of a server that ended',
      new Error(
        'PostgreSQL did not start.\nFATAL: could not write to file "pg_wal/xlogtemp.1": No space left on device',
      ),
    ],
    ['a quota', new Error('could not write to file "pg_wal/xlogtemp.1": Disk quota exceeded')],
  ])('is recognized by %s', (_name, error) => expect(isDiskFull(error)).toBe(true))

  it('is not assumed for an unreachable server or a wrong statement', () => {
    expect([away, new Error('syntax error'), undefined].map(isDiskFull)).toEqual([false, false, false])
    expect([noSpace, away].map(isOutage)).toEqual([true, true])
  })
})

describe('the short text of an error', () => {
  it('is never empty', () => {
    expect(reasonOf(new AggregateError([away]))).toBe('connect ENOENT')
    expect(reasonOf(Object.assign(new Error(''), { code: 'EPIPE' }))).toBe('EPIPE')
    expect(reasonOf(new Error('timeout', { cause: away }))).toBe('timeout: connect ENOENT')
    expect(reasonOf('text')).toBe('text')
  })
})

describe("the disk's state", () => {
  const lines: unknown[][] = []
  const note = (...options: unknown[]): void => void lines.push(options)
  const log = { debug: note, info: note, warn: note, error: note } as unknown as Log
  beforeEach(() => {
    vi.useFakeTimers()
    lines.length = 0
  })
  afterEach(() => vi.useRealTimers())

  it('is full from the first error until the probe succeeds, reported once each', async () => {
    let failure: Error | undefined = noSpace
    const probe = vi.fn(async () => {
      if (failure) throw failure
    })
    const disk = createDiskSpace({ log, now: Date.now, probe, everyMs: 1_000 })
    expect([disk.note(away), disk.isFull()]).toEqual([false, false])
    const death = new Error(`PostgreSQL ended.\nLOG: starting\nPANIC: ${noSpace.message}\nLOG: aborting`)
    expect([disk.note(death), disk.note(noSpace), disk.isFull()]).toEqual([true, true, true])
    await vi.advanceTimersByTimeAsync(10_000)
    // The server ended: that its disk has space is not known by that.
    failure = away
    await vi.advanceTimersByTimeAsync(10_000)
    expect([disk.isFull(), probe.mock.calls.length]).toEqual([true, 20])
    failure = undefined
    await vi.advanceTimersByTimeAsync(1_000)
    expect(disk.isFull()).toBe(false)
    expect(lines).toEqual([
      [
        { reason: `PANIC: ${noSpace.message}` },
        "the database's disk is full: nothing is stored or acknowledged until there is space",
      ],
      ['the disk of the database has space again'],
    ])
    disk.close()
  })
})
