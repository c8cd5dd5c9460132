import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Log } from './log.ts'
import { processFacts } from './process-facts.ts'

/**
 * After Node was killed its server lives on. It is stopped rather than adopted: the new one then has the settings and
 * the binaries of this version, and is a child whose end we notice. A postmaster.pid that names a zombie or a process
 * that got the number later is removed, because PostgreSQL itself would take it for a live server.
 */
export async function stopOrphan(
  clusterDir: string,
  log: Log,
  fastMs = MINUTE_MS,
  immediateMs = 20_000,
): Promise<void> {
  const pid = readServerPid(clusterDir)
  if (pid === undefined) return
  if (processFacts.isPostgresOn(pid, clusterDir) && processFacts.startOf(pid) !== undefined) {
    log.warn({ serverPid: pid }, 'stopping the PostgreSQL that a killed Heliograph left running')
    const isGone = await stopServer(pid, () => processFacts.startOf(pid) === undefined, fastMs, immediateMs)
    if (!isGone)
      throw new Error(`The PostgreSQL left running on ${clusterDir} (pid ${pid}) does not stop; stop it by hand.`)
  }
  if (exists(pid)) rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
}

/** Fast shutdown, and when that takes too long an immediate one, which costs a recovery but no data. */
export async function stopServer(
  pid: number,
  isGone: () => boolean,
  fastMs: number,
  immediateMs: number,
): Promise<boolean> {
  for (const [signal, waitMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
  ] as const) {
    if (isGone()) return true
    send(pid, signal)
    for (const end = performance.now() + waitMs; performance.now() < end && !isGone(); ) await delay(20)
  }
  return isGone()
}

function readServerPid(clusterDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // The process has ended in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
