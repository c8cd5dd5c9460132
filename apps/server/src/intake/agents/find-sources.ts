import type { Db } from '../../platform/db/database.ts'
import type { PolledFrom } from '../ingest/ingest.ts'
import type { CallingAgent } from './calling-agent.ts'

/** Where records of an agent's targets belong, by target; of others, and of loggers that went to another plant, none. */
export async function findSources(
  db: Db,
  agent: CallingAgent,
  targetIds: readonly number[],
): Promise<ReadonlyMap<number, Omit<PolledFrom, 'intervalMs'>>> {
  if (targetIds.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('collect_targets as t')
    .innerJoin('loggers as l', 'l.id', 't.logger_id')
    .select(['t.id', 't.host', 'l.wire', 'l.address'])
    .where('t.agent_id', '=', agent.id)
    .where('l.plant_id', '=', agent.plantId)
    .where('t.id', 'in', [...new Set(targetIds)])
    .execute()
  return new Map(rows.map(({ id, host, wire, address }) => [id, { wire, logger: address, address: host }]))
}
