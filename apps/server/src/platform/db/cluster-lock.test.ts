import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isAbandoned, lockDataDir } from './cluster-lock.ts'
import { processFacts } from './process-facts.ts'

const log = pino({ level: 'silent' })
const pace = { beatMs: 20, watchMs: 400 }
let dataDir = ''
let path = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'heliograph-lock-'))
  path = join(dataDir, 'heliograph.lock')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A lock as this process would write it, with changes. */
async function writeLock(change: Record<string, unknown>): Promise<void> {
  const lock = await lockDataDir(dataDir, log)
  const mine = JSON.parse(readFileSync(path, 'utf8')) as object
  lock.release()
  writeFileSync(path, JSON.stringify({ ...mine, ...change }))
}

async function deadPid(): Promise<number> {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid ?? 0
}

it('refuses while its holder lives, and is free after release', async () => {
  const lock = await lockDataDir(dataDir, log)
  await expect(lockDataDir(dataDir, log)).rejects.toThrow(
    `another Heliograph (pid ${process.pid}) is using DATA_DIR ${dataDir}`,
  )
  expect(isAbandoned(dataDir)).toBe(false)
  lock.release()
  expect(readdirSync(dataDir)).toEqual([])
})

it('takes over from a dead process', async () => {
  await writeLock({ pid: await deadPid() })
  expect(isAbandoned(dataDir)).toBe(true)
  const lock = await lockDataDir(dataDir, log)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
})

it('is not fooled by a process that reuses the ID of the dead one', async () => {
  await writeLock({ pid: process.ppid, start: '1' })
  const lock = await lockDataDir(dataDir, log)
  lock.release()
})

it('refuses any living process other than this one', async () => {
  await writeLock({ pid: process.ppid, start: processFacts.startOf(process.ppid) })
  await expect(lockDataDir(dataDir, log)).rejects.toThrow(`(pid ${process.ppid})`)
})

it('lets one of many processes take over a stale lock', async () => {
  await writeLock({ pid: await deadPid() })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dataDir, log)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(readdirSync(dataDir)).toEqual(['heliograph.lock'])
})

it('judges a holder in another container by its heartbeat', async () => {
  await writeLock({ scope: 'another boot pid:[1]', machine: 'another' })
  expect(isAbandoned(dataDir)).toBe(false)
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), pace.beatMs)
  try {
    await expect(lockDataDir(dataDir, log, pace)).rejects.toThrow('another Heliograph')
  } finally {
    clearInterval(beat)
  }
  const lock = await lockDataDir(dataDir, log, pace)
  lock.release()
})

it('takes over a lock file that a power failure truncated', async () => {
  writeFileSync(path, '')
  const lock = await lockDataDir(dataDir, log, pace)
  lock.release()
  expect(existsSync(path)).toBe(false)
})

it('touches its lock file for observers that cannot see the process', async () => {
  const lock = await lockDataDir(dataDir, log, pace)
  utimesSync(path, new Date(0), new Date(0))
  await vi.waitFor(() => expect(statSync(path).mtimeMs).toBeGreaterThan(0), { interval: 10, timeout: 5_000 })
  lock.release()
})
