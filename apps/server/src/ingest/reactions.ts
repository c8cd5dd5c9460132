import type pg from 'pg'
import { createNowReaction } from '../now/now.ts'
import type { AppendResult } from '../telemetry/telemetry.ts'

/** What follows from stored samples, in the transaction that stores them: it may run again after a lost race, so only SQL. */
export type Reaction = (client: pg.PoolClient, stored: AppendResult) => Promise<void>

/** In their order. Each gets what every device said before and says now. The rows of now go out with the word that they changed. */
export const createReactions = (now: () => number): readonly Reaction[] => [createNowReaction(now)]
