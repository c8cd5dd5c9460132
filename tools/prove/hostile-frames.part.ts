import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Forged, forgeFrames as forgeAgainst } from '@heliograph/server/intake/ingest/testing/forge-frames.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'

/**
 * Strangers who know a logger's serial number, over sockets, beside the logger itself: twelve ways to forge, from 20
 * addresses. @returns what they gained and what the logger lost: nothing may, and it follows its logger to two new networks
 */
export async function forgeFrames(
  options: Readonly<{ seed: number; tries: number; print: (line: string) => void }>,
): Promise<Forged> {
  const log = pino({ level: 'error' })
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-hostile-frames-'))
  const cluster = await startCluster({ dataDir, log })
  const db = await openDatabase({ connection: cluster.connection, poolSize: 5, log })
  try {
    await migrate(db.pool, { log })
    return await forgeAgainst(db, options)
  } finally {
    await db.close()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
