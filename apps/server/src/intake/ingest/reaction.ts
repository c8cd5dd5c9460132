import type pg from 'pg'
import type { AppendResult } from '../../fleet/telemetry/telemetry.ts'

/**
 * Follow-up work in the transaction that stores samples: it may run again after a lost race, so only SQL. It computes,
 * and may read, while the samples are still being written; what it returns writes, just before the commit.
 */
export type Reaction = (
  stored: AppendResult,
  storing: Pick<pg.PoolClient, 'query'>,
) => (client: pg.PoolClient) => Promise<void>
