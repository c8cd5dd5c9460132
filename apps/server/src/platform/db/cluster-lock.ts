import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'
import { processFacts, processScope } from './process-facts.ts'

export type DataDirLock = { readonly release: () => void }

type Holder = { readonly pid: number; readonly start: string; readonly scope: string; readonly machine?: string }

export type LockPace = {
  /** How often the holder touches the file. */
  readonly beatMs: number
  /** How long an untouched file counts as alive when its holder's process is invisible to us. */
  readonly watchMs: number
}

const defaultPace: LockPace = { beatMs: 8_000, watchMs: 25_000 }

/**
 * Takes DATA_DIR for this process until `release` or exit. A holder on this machine is judged exactly, by process
 * number and start; one in another container or on another machine by whether it still touches the file.
 */
export async function lockDataDir(dataDir: string, log: Log, pace: LockPace = defaultPace): Promise<DataDirLock> {
  const path = join(dataDir, 'heliograph.lock')
  const me = JSON.stringify(describeMe())
  while (!linkNew(path, me)) {
    const found = readOr(path)
    if (found === undefined) continue
    const holder = parse(found)
    if (await isAlive(path, holder, log, pace))
      throw new Error(`another Heliograph (pid ${holder?.pid ?? 'unknown'}) is using DATA_DIR ${dataDir}`)
    log.warn({ holderPid: holder?.pid }, 'removing the lock of a Heliograph that is gone')
    removeLock(path, found)
  }
  const beat = setInterval(() => touch(path, me, log), pace.beatMs).unref()
  const release = (): void => {
    clearInterval(beat)
    process.off('exit', release)
    if (readOr(path) === me) rmSync(path, { force: true })
  }
  process.on('exit', release)
  return { release }
}

/** Whether the last process that used DATA_DIR has certainly ended; changes nothing. */
export function isAbandoned(dataDir: string): boolean {
  const holder = parse(readOr(join(dataDir, 'heliograph.lock')) ?? '')
  return holder !== undefined && judge(holder) === 'gone'
}

function describeMe(): Holder {
  return { pid: process.pid, start: processFacts.startOf(process.pid) ?? '', ...processScope() }
}

function judge(holder: Holder): 'alive' | 'gone' | 'unknown' {
  const here = processScope()
  if (holder.scope === here.scope) return processFacts.startOf(holder.pid) === holder.start ? 'alive' : 'gone'
  // The same machine, but an earlier boot of it.
  const sameMachine = here.machine !== undefined && holder.machine === here.machine
  return sameMachine ? 'gone' : 'unknown'
}

async function isAlive(path: string, holder: Holder | undefined, log: Log, pace: LockPace): Promise<boolean> {
  const judged = holder === undefined ? 'unknown' : judge(holder)
  if (judged !== 'unknown') return judged === 'alive'
  log.warn(
    `DATA_DIR is locked from another container or machine; watching for ${pace.watchMs / 1000} s whether that one lives`,
  )
  const touchedAt = touchTime(path)
  for (const end = performance.now() + pace.watchMs; performance.now() < end; ) {
    if (touchTime(path) !== touchedAt) return touchTime(path) !== undefined
    await delay(pace.watchMs / 50)
  }
  return false
}

/** Creates the lock with its content in one step; returns false when one exists. */
function linkNew(path: string, content: string): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const fd = openSync(draft, 'wx', 0o600)
  try {
    writeSync(fd, content)
    fsyncSync(fd)
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    closeSync(fd)
    rmSync(draft, { force: true })
  }
}

/** Removes the judged lock. When another process has replaced it meanwhile, the new lock is put back. */
function removeLock(path: string, judged: string): void {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    if (readOr(aside) !== judged) linkSync(aside, path)
  } finally {
    rmSync(aside, { force: true })
  }
}

function touch(path: string, me: string, log: Log): void {
  try {
    const now = new Date()
    if (readOr(path) === me) utimesSync(path, now, now)
    else log.error({ path }, 'the lock on DATA_DIR is no longer ours')
  } catch (error) {
    log.error({ path, reason: (error as Error).message }, 'cannot touch the lock on DATA_DIR')
  }
}

function touchTime(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function parse(text: string): Holder | undefined {
  try {
    const { pid, start, scope, machine } = JSON.parse(text) as Record<string, unknown>
    if (typeof pid !== 'number' || typeof start !== 'string' || typeof scope !== 'string') return undefined
    return { pid, start, scope, ...(typeof machine === 'string' ? { machine } : {}) }
  } catch {
    // The file was cut short by a power failure.
    return undefined
  }
}
