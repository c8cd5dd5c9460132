import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'

// The workers of the run inherit it.
const STORE = 'HELIOGRAPH_E2E_STORE'

// A journey's data need not survive a power cut.
const HASTY = 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n'

/** Makes a migrated database without a row, once for all servers of the run. @returns what removes it */
export async function makeEmptyStore(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-e2e-store-'))
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true })
  try {
    writeFileSync(join(dataDir, 'postgres.conf'), HASTY)
    const log = pino({ level: 'silent' })
    const cluster = await startCluster({ dataDir, log })
    try {
      const db = await openDatabase({ connection: cluster.connection, poolSize: 2, log })
      await migrate(db.pool, { log }).finally(db.close)
    } finally {
      await cluster.stop()
    }
  } catch (error) {
    remove()
    throw error
  }
  process.env[STORE] = dataDir
  return remove
}

/** A copy of it for one server. A run without one (the benchmarks) leaves it to the server to make its own. */
export function fillStore(dataDir: string): void {
  const store = process.env[STORE]
  if (store === undefined) return
  for (const part of ['postgres', 'postgres.conf']) cpSync(join(store, part), join(dataDir, part), { recursive: true })
}
