import { readdirSync, readFileSync } from 'node:fs'
import type { Db } from '@heliograph/server/platform/db/database.ts'

/** Processor time, ms: of this process, and of the database's connections. On a busy machine it stays what wall time is on an idle one. */
export type ProcessorMs = Readonly<{ node: number; database: number }>

export type ProcessorMeter = Readonly<{ read: () => ProcessorMs }>

/** Call again when connections were opened since: only those of this moment are read. */
export async function openProcessorMeter(db: Db): Promise<ProcessorMeter> {
  const { rows } = await db.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()",
  )
  const pids = rows.map(({ pid }) => pid)
  return {
    read: () => {
      const { user, system } = process.cpuUsage()
      return { node: (user + system) / 1000, database: pids.reduce((sum, pid) => sum + onProcessorMs(pid), 0) }
    },
  }
}

/** The first figure of schedstat is in nanoseconds; the ticks of stat are ten milliseconds each, which is a whole round. */
function onProcessorMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6
  } catch {
    // The connection was closed.
    return 0
  }
}

/** A tick of /proc/<pid>/stat, 100 a second. */
const TICK_MS = 10

/** Of a server that runs as a process of its own with its PostgreSQL, whose connections are children. */
export function processorOf(serverPid: number, postgresPid: number): ProcessorMs {
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? statOf(Number(pid)) : []))
  const sum = (some: typeof all) => some.reduce((ms, { ownMs }) => ms + ownMs, 0)
  return {
    node: sum(all.filter(({ pid }) => pid === serverPid)),
    database:
      sum(all.filter(({ pid, parent }) => pid === postgresPid || parent === postgresPid)) +
      all.reduce((ms, { pid, endedMs }) => ms + (pid === postgresPid ? endedMs : 0), 0),
  }
}

/** `endedMs`: of its children that have ended. */
function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (index: number): number => fields[index] ?? 0
    return [{ pid, parent: at(1), ownMs: (at(11) + at(12)) * TICK_MS, endedMs: (at(13) + at(14)) * TICK_MS }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}

export const minus = (a: ProcessorMs, b: ProcessorMs): ProcessorMs => ({
  node: a.node - b.node,
  database: a.database - b.database,
})
