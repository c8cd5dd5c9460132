import { parseArgs } from 'node:util'
import type { Config } from './config.ts'
import { createLog } from './http/log.ts'
import { distribute } from './operator/distribution/distribution.ts'
import { openDatabase } from './platform/db/database.ts'
import { StartRefusal } from './platform/db/start-refusal.ts'

const MOST_SHARDS = 1_024

/** `main.js distribute [--shards 32]`: spreads the telemetry over the workers of a cluster (docs/citus.md). */
export async function runDistribute(config: Config, flags: readonly string[]): Promise<void> {
  const shards = readShards(flags)
  if (config.databaseUrl === undefined)
    throw new StartRefusal(
      'distribute needs DATABASE_URL, the coordinator of a cluster: the embedded PostgreSQL is one machine.',
    )
  const log = createLog(config.logLevel)
  const db = await openDatabase({ url: config.databaseUrl, poolSize: 1, log })
  try {
    const { now, before } = await distribute(db, { ...(shards === undefined ? {} : { shards }), log })
    log.info({ now, before }, 'the telemetry is distributed: start the servers')
  } finally {
    await db.close()
  }
}

function readShards(flags: readonly string[]): number | undefined {
  const wrong = new StartRefusal(`Usage: distribute [--shards N], N from 1 to ${MOST_SHARDS}.`)
  let text: string | undefined
  try {
    text = parseArgs({ args: [...flags], options: { shards: { type: 'string' } } }).values.shards
  } catch {
    throw wrong
  }
  if (text === undefined) return undefined
  const shards = Number(text)
  if (!Number.isInteger(shards) || shards < 1 || shards > MOST_SHARDS) throw wrong
  return shards
}
