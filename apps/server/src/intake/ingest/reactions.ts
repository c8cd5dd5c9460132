import type pg from 'pg'
import { createNowReaction } from '../../fleet/now/now.ts'
import type { AppendResult } from '../../fleet/telemetry/telemetry.ts'
import { createAlarmReaction } from '../../insight/alarms/alarms.ts'

/**
 * Follow-up work in the transaction that stores samples: it may run again after a lost race, so only SQL. It computes,
 * and may read, while the samples are still being written; what it returns writes, just before the commit.
 */
export type Reaction = (
  stored: AppendResult,
  storing: Pick<pg.PoolClient, 'query'>,
) => (client: pg.PoolClient) => Promise<void>

/**
 * Run in their order. Each gets what every device reported before and now. The rows of now and the notification of their
 * change are one statement.
 */
export const createReactions = (now: () => number): readonly Reaction[] => [
  createNowReaction(now),
  createAlarmReaction(now),
]
