import { Refusal } from '@heliograph/domain/errors.ts'
import { splitReason, type TryReason } from '@heliograph/domain/messages/try-reasons.ts'
import type { OrganizationRole } from '@heliograph/domain/permissions.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { WebhookPart } from '@heliograph/domain/webhook-parts.ts'
import { sql } from 'kysely'
import { findPlantIds } from '../../fleet/plants/plants.ts'
import { type Holder, removeOwn, requirePlace } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { openText, sealText } from '../../platform/secret-key/secret-key.ts'
import { makeWebhookSecret } from '../messages/messages.ts'

export type WebhookTarget = Readonly<{ url: string; secret: string }>
export type WebhookHolder = Holder & Readonly<{ organizationRole: OrganizationRole | null }>

export type Webhook = Readonly<{
  id: number
  name: string
  /** Of its address; the rest of it may be a secret. */
  host: string
  parts: readonly WebhookPart[]
  /** Of readings; empty: all. */
  quantities: readonly QuantityId[]
  plants: readonly Readonly<{ plantId: number; name: string; dropped: number; droppedAtMs: number | null }>[]
  lastSentAtMs: number | null
  /** Why the last try failed; null: it did not. */
  lastFailure: Readonly<{ reason: TryReason | null; answer: string }> | null
  nextTryAtMs: number | null
  pausedAtMs: number | null
}>

const MOST_WEBHOOKS = 10
const PURPOSE = 'webhook of plants'

export const openWebhook = (target: string): WebhookTarget => JSON.parse(openText(target, PURPOSE)) as WebhookTarget

/** The right that a webhook needs on each of its plants, now and whenever it looks. */
export const WEBHOOK_RIGHT = 'viewPlantDevice'

/**
 * Makes a webhook that begins now. Only this reply has its secret.
 * @throws Refusal NOT_FOUND for a plant that the holder may not look into, TOO_MANY
 */
export async function addWebhook(
  db: Db,
  holder: WebhookHolder,
  options: Readonly<{
    name: string
    url: string
    parts: readonly WebhookPart[]
    quantities: readonly QuantityId[]
    plantIds: readonly number[]
    nowMs: number
  }>,
): Promise<Readonly<{ id: number; secret: string }>> {
  const { nowMs } = options
  const plantIds = [...new Set(options.plantIds)]
  const open = await findPlantIds(db, { holder, plantIds }, WEBHOOK_RIGHT, nowMs)
  if (open.length < plantIds.length) throw new Refusal('NOT_FOUND')
  const secret = makeWebhookSecret()
  const target: WebhookTarget = { url: options.url, secret }
  const now = new Date(nowMs)
  const id = await db.transaction(async (transaction) => {
    await requirePlace(transaction, 'webhooks', holder.userId, MOST_WEBHOOKS)
    const added = await transaction
      .insertInto('webhooks')
      .values({
        user_id: holder.userId,
        organization_id: holder.organizationId,
        name: cleanLine(options.name, 60),
        target: sealText(JSON.stringify(target), PURPOSE),
        parts: [...options.parts],
        quantities: [...options.quantities],
        next_try_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('webhook_streams')
      .values(plantIds.map((plantId) => ({ webhook_id: added.id, plant_id: plantId, look_at: now })))
      .execute()
    return added.id
  })
  return { id, secret }
}

/** The person's webhooks of this identity, the newest first. */
export async function listWebhooks(db: Db, { userId, organizationId }: Holder): Promise<readonly Webhook[]> {
  const rows = await db.kysely
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .where(sql<boolean>`organization_id is not distinct from ${organizationId}`)
    .orderBy('id', 'desc')
    .execute()
  const streams = await db.kysely
    .selectFrom('webhook_streams as s')
    .innerJoin('plants as p', 'p.id', 's.plant_id')
    .select(['s.webhook_id', 's.plant_id', 's.dropped', 's.dropped_at', 'p.name'])
    .where('s.webhook_id', 'in', [0, ...rows.map(({ id }) => id)])
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: new URL(openWebhook(row.target).url).host,
    parts: row.parts,
    quantities: row.quantities as QuantityId[],
    plants: streams
      .filter(({ webhook_id }) => webhook_id === row.id)
      .map(({ plant_id, name, dropped, dropped_at }) => ({
        plantId: plant_id,
        name,
        dropped: Number(dropped),
        droppedAtMs: dropped_at?.getTime() ?? null,
      })),
    lastSentAtMs: row.last_sent_at?.getTime() ?? null,
    lastFailure: row.last_reason === null ? null : splitReason(row.last_reason),
    nextTryAtMs: row.last_reason === null || row.paused_at !== null ? null : row.next_try_at.getTime(),
    pausedAtMs: row.paused_at?.getTime() ?? null,
  }))
}

/** @throws Refusal NOT_FOUND */
export const removeWebhook = ({ kysely }: Db, userId: number, webhookId: number): Promise<void> =>
  removeOwn(kysely, 'webhooks', userId, webhookId)

/** Goes on where it stopped, at once. @throws Refusal NOT_FOUND */
export async function resumeWebhook({ kysely }: Db, userId: number, webhookId: number, nowMs: number): Promise<void> {
  await kysely
    .updateTable('webhooks')
    .set({ paused_at: null, last_reason: null, tries: 0, next_try_at: new Date(nowMs) })
    .where('id', '=', webhookId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}
