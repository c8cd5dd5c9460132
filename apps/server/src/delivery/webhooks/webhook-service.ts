import { randomUUID } from 'node:crypto'
import type { NetworkList } from '@heliograph/collect/reach/networks.ts'
import type { TryReason } from '@heliograph/domain/messages/try-reasons.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { runWebhooks } from './run-webhooks.ts'
import { sendBatch } from './send-batch.ts'
import { openWebhook } from './webhook-list.ts'
import { writeTestBody } from './write-body.ts'

/** A person waits in front of a test. */
const TEST_MS = 10_000

export type WebhookTests = Readonly<{
  /** Sends an empty event now. @throws Refusal NOT_FOUND */
  test: (
    userId: number,
    webhookId: number,
  ) => Promise<Readonly<{ arrived: boolean; reason: TryReason | null; answer: string }>>
}>

export type WebhookService = WebhookTests &
  Readonly<{
    /** Sends what was stored; its clock calls it every few seconds. */
    carry: (signal: AbortSignal) => Promise<number>
  }>

export function createWebhookService(
  options: Readonly<{ db: Db; networks: NetworkList; now: () => number }>,
): WebhookService {
  const { db, networks, now } = options
  return {
    carry: (signal) => runWebhooks(db, { networks }, { now, signal }),
    test: async (userId, webhookId) => {
      const { name, target } = await db.kysely
        .selectFrom('webhooks')
        .select(['name', 'target'])
        .where('id', '=', webhookId)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow(notFound)
      const id = randomUUID()
      const body = writeTestBody(id, name, now())
      const outside = { networks, patienceMs: TEST_MS }
      const { outcome, reason = null, detail } = await sendBatch(openWebhook(target), { id, body }, outside, now())
      return { arrived: outcome === 'sent', reason, answer: detail }
    },
  }
}
