import { createNowReaction } from './fleet/now/now.ts'
import { createAlarmReaction } from './insight/alarms/alarms.ts'
import type { Reaction } from './intake/ingest/ingest.ts'

/** Consequences of stored samples, in this order. Each gets every device's report before and now. */
export const createReactions = (now: () => number): readonly Reaction[] => [
  createNowReaction(now),
  createAlarmReaction(now),
]
