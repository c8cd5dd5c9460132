import { createNowReaction } from './fleet/now/now.ts'
import { createAlarmReaction } from './insight/alarms/alarms.ts'
import type { Reaction } from './intake/ingest/ingest.ts'

/**
 * What follows from stored samples, in this order. Each gets what every device reported before and now.
 */
export const createReactions = (now: () => number): readonly Reaction[] => [
  createNowReaction(now),
  createAlarmReaction(now),
]
