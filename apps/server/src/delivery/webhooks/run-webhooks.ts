import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { retryTime } from '@heliograph/domain/messages/retry-time.ts'
import { joinReason } from '@heliograph/domain/messages/try-reasons.ts'
import type { OrganizationRole } from '@heliograph/domain/permissions.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { WebhookPart } from '@heliograph/domain/webhook-parts.ts'
import { sql } from 'kysely'
import { listDevicesOfPlants } from '../../fleet/devices/devices.ts'
import { findPlantIds } from '../../fleet/plants/plants.ts'
import { postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Outcome, Outside } from '../messages/messages.ts'
import { collectBatch } from './collect-batch.ts'
import { beginPosition, type Position } from './position.ts'
import { sendBatch } from './send-batch.ts'
import { openWebhook, WEBHOOK_RIGHT } from './webhook-list.ts'
import { writeBody } from './write-body.ts'

/** Plants that a node works on at once: a slow address must not hold up the others. */
const LANES = 8
/** How often a plant is looked at. */
const LOOK_MS = 20_000
/** Longer than a try takes: what is not released by then belonged to a node that died. */
const LEASE_MS = 2 * MINUTE_MS
/** After so many refusals in a row a webhook is paused; what may pass is tried for three days. */
const MOST_REFUSALS = 3

export type WebhookRun = Readonly<{
  now: () => number
  signal?: AbortSignal
  /** 0 to 1. */
  chance?: () => number
}>

type Stream = Readonly<{
  webhook_id: number
  plant_id: number
  /** Until when this node has it: another value is the lease of another node. */
  leased_until: Date
  position: Position | null
  batch_id: string | null
  batch: string | null
  next_position: Position | null
  plant_name: string
  zone: string
  user_id: number
  organization_id: number | null
  role: OrganizationRole | null
  webhook_name: string
  target: string
  parts: WebhookPart[]
  quantities: QuantityId[]
  tries: number
}>

/**
 * Looks at the plants of webhooks that are due, and sends what was stored since. A batch is stored before it leaves, so
 * that each try has the same id and the same content; the next of a plant leaves after it has arrived. Each try
 * asks whether its owner may still see the plant; else the batch goes with it. Safe on several nodes at once, and after
 * a node died between.
 * @returns how many batches were sent
 */
export async function runWebhooks(db: Db, outside: Outside, run: WebhookRun): Promise<number> {
  const { now, signal, chance = Math.random } = run
  let sent = 0
  const work = async (): Promise<void> => {
    while (!signal?.aborted) {
      const stream = await claimStream(db, now())
      if (stream === undefined) return
      const ready =
        stream.batch === null ? await makeBatch(db, stream, now()) : { id: stream.batch_id, body: stream.batch }
      if (ready === undefined || ready.id === null) continue
      if (!(await isOpen(db, stream, now()))) {
        await sql`delete from webhook_streams where ${isLeased(stream)}`.execute(db.kysely)
        continue
      }
      const batch = { id: ready.id, body: ready.body }
      const outcome = await sendBatch(openWebhook(stream.target), batch, outside, now())
      if (outcome.outcome === 'sent') sent += 1
      await record(db, stream, { ...outcome, batchId: batch.id }, { nowMs: now(), chance: chance() })
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, work))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  return sent
}

/** SQL: this node has it still. */
const isLeased = ({ webhook_id, plant_id, leased_until }: Stream) =>
  sql<boolean>`webhook_id = ${webhook_id} and plant_id = ${plant_id} and leased_until = ${leased_until}`

async function claimStream({ kysely }: Db, nowMs: number): Promise<Stream | undefined> {
  const now = new Date(nowMs)
  const { rows } = await sql<Stream>`
    with due as (select s.webhook_id, s.plant_id from webhook_streams s join webhooks w on w.id = s.webhook_id
      where s.look_at <= ${now} and (s.leased_until is null or s.leased_until <= clock_timestamp())
        and w.paused_at is null and w.next_try_at <= ${now}
      order by s.look_at limit 1 for update of s skip locked),
    taken as (update webhook_streams s
      set leased_until = date_trunc('milliseconds', clock_timestamp()) + ${LEASE_MS} * interval '1 millisecond'
      from due where s.webhook_id = due.webhook_id and s.plant_id = due.plant_id returning s.*)
    select t.webhook_id, t.plant_id, t.leased_until, t.position, t.batch_id, t.batch, t.next_position, p.name as plant_name, p.zone,
      w.user_id, w.organization_id, m.role, w.name as webhook_name, w.target, w.parts, w.quantities, w.tries
    from taken t join webhooks w on w.id = t.webhook_id join plants p on p.id = t.plant_id
      left join organization_members m on m.organization_id = w.organization_id and m.user_id = w.user_id`.execute(
    kysely,
  )
  return rows[0]
}

/** @returns undefined: nothing to send now */
async function makeBatch(
  db: Db,
  stream: Stream,
  nowMs: number,
): Promise<Readonly<{ id: string; body: string }> | undefined> {
  const { plant_id: plantId, zone, parts, quantities, position } = stream
  const devices = (await listDevicesOfPlants(db, [plantId])).get(plantId) ?? []
  if (position === null) {
    const begun = await beginPosition(db, { plantId, zone, deviceIds: devices.map(({ deviceId }) => deviceId) }, nowMs)
    await release(db, stream, { position: JSON.stringify(begun), look_at: new Date(nowMs + LOOK_MS) })
    return undefined
  }
  const found = await collectBatch(db, { plantId, zone, devices, parts, quantities }, position, nowMs)
  const { samples, hours, days, dropped } = found.batch
  const next = JSON.stringify(found.next)
  const lookAt = new Date(found.hasMore ? nowMs : nowMs + LOOK_MS)
  if (samples.length + hours.length + days.length + dropped === 0) {
    await release(db, stream, { position: next, look_at: lookAt })
    return undefined
  }
  const id = randomUUID()
  const body = writeBody(id, { plantId, name: stream.plant_name, zone }, found.batch, nowMs)
  const { rows } =
    await sql`update webhook_streams set batch_id = ${id}, batch = ${body}, next_position = ${next}::jsonb,
      look_at = ${lookAt}, dropped = dropped + ${dropped},
      dropped_at = case when ${dropped}::bigint > 0 then ${new Date(nowMs)}::timestamptz else dropped_at end
    where ${isLeased(stream)} and batch_id is null returning 1`.execute(db.kysely)
  return rows.length === 0 ? undefined : { id, body }
}

/** Its owner may still look into the plant, as who made it. */
async function isOpen(db: Db, stream: Stream, nowMs: number): Promise<boolean> {
  const { user_id: userId, organization_id: organizationId, role } = stream
  if (organizationId !== null && role === null) return false
  const holder = { userId, organizationId, organizationRole: role }
  return (await findPlantIds(db, { holder, plantIds: [stream.plant_id] }, WEBHOOK_RIGHT, nowMs)).length > 0
}

const release = (db: Db, stream: Stream, row: Readonly<{ position: string; look_at: Date }>) =>
  db.kysely
    .updateTable('webhook_streams')
    .set({ ...row, leased_until: null })
    .where(isLeased(stream))
    .execute()

async function record(
  db: Db,
  stream: Stream,
  outcome: Outcome & Readonly<{ batchId: string }>,
  { nowMs, chance }: Readonly<{ nowMs: number; chance: number }>,
): Promise<void> {
  const { webhook_id: webhookId, tries } = stream
  const now = new Date(nowMs)
  // Another node may have sent it, and stored the next one.
  const isSame = sql`${isLeased(stream)} and batch_id = ${outcome.batchId}`
  await db.transaction(async (transaction) => {
    if (outcome.outcome === 'sent') {
      await sql`update webhooks set tries = 0, last_reason = null, last_sent_at = ${now}, next_try_at = ${now}
        where id = ${webhookId}`.execute(transaction)
      await sql`update webhook_streams set position = next_position, batch_id = null, batch = null, next_position = null,
        leased_until = null where ${isSame}`.execute(transaction)
      return
    }
    const isOver = outcome.outcome === 'gone' || (outcome.outcome === 'refused' && tries + 1 >= MOST_REFUSALS)
    const nextMs = isOver
      ? undefined
      : retryTime({ tries: tries + 1, nowMs, retryAfterMs: outcome.retryAfterMs, chance })
    const reason = joinReason(outcome.reason ?? null, cleanLine(outcome.detail, 200))
    // Several of its plants may fail at once: that is one try.
    const { rows } = await sql`update webhooks set tries = tries + 1, last_reason = ${reason},
        next_try_at = ${new Date(nextMs ?? nowMs)}, paused_at = ${nextMs === undefined ? now : null}
      where id = ${webhookId} and tries = ${tries} and paused_at is null returning 1`.execute(transaction)
    await sql`update webhook_streams set leased_until = null, look_at = ${now} where ${isSame}`.execute(transaction)
    if (rows.length === 0 || nextMs !== undefined) return
    await postMessages(
      transaction,
      [
        {
          kind: 'system',
          event: 'webhookPaused',
          key: `webhook:${webhookId}:${nowMs}`,
          userIds: [stream.user_id],
          plantId: null,
          atMs: nowMs,
          facts: { name: stream.webhook_name, reason },
          isMailed: false,
        },
      ],
      nowMs,
    )
  })
}
