import { createHash } from 'node:crypto'
import type { Candidate } from '@heliograph/collect/way.ts'
import type { Db } from '../../platform/db/database.ts'
import { openSecrets } from '../collect/collect.ts'
import type { CallingAgent } from './calling-agent.ts'

/** A target as its agent reads it. */
export type AgentTarget = Readonly<{
  id: number
  version: number
  way: string
  host: string
  port: number
  settings: Readonly<Record<string, unknown>>
  devices: readonly Candidate[]
  pollMs: number
  storeMs: number
  intervalMs: number
}>

/** The targets of an agent, and a digest that tells whether it knows all of it. */
export async function readAgentTargets(
  db: Db,
  agent: CallingAgent,
): Promise<Readonly<{ version: string; targets: readonly AgentTarget[] }>> {
  const rows = await db.kysely
    .selectFrom('collect_targets as t')
    .innerJoin('loggers as l', 'l.id', 't.logger_id')
    .select(['t.id', 't.version', 't.way', 't.host', 't.port', 't.settings', 't.secrets', 't.devices'])
    .select(['t.poll_seconds', 't.store_seconds', 'l.interval_s'])
    .where('t.agent_id', '=', agent.id)
    .where('l.plant_id', '=', agent.plantId)
    .where('t.paused_at', 'is', null)
    .orderBy('t.id')
    .execute()
  const targets = rows.map(
    (row): AgentTarget => ({
      id: row.id,
      version: row.version,
      way: row.way,
      host: row.host,
      port: row.port,
      settings: { ...(row.settings as object), ...openSecrets(row.secrets) },
      devices: row.devices,
      pollMs: row.poll_seconds * 1000,
      storeMs: row.store_seconds * 1000,
      intervalMs: (row.interval_s ?? Math.max(row.poll_seconds, row.store_seconds)) * 1000,
    }),
  )
  // The interval is what the agent itself found out.
  const known = targets.map(({ intervalMs: _, ...target }) => target)
  return { version: createHash('sha256').update(JSON.stringify(known)).digest('base64url'), targets }
}
