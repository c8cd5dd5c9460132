import type { MessageChannel } from '@heliograph/domain/messages/message-kinds.ts'
import { splitReason, type TryReason } from '@heliograph/domain/messages/try-reasons.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Outcome } from './channels/outcome.ts'

export type Sending = Readonly<{
  id: string
  channel: MessageChannel
  addressName: string
  kind: 'messages' | 'digest' | 'test'
  /** unknown: a server stopped while it sent, and a repetition might appear twice. */
  state: 'waiting' | 'sent' | 'failed' | 'dropped' | 'unknown'
  messageCount: number
  createdAtMs: number
  finishedAtMs: number | null
  nextTryAtMs: number | null
  tries: readonly SendingTry[]
}>
export type SendingTry = Readonly<{
  number: number
  atMs: number
  tookMs: number
  outcome: Outcome['outcome'] | 'unknown'
  reason: TryReason | null
  /** Answer of the other side. */
  answer: string
}>

/** Sendings to a person's addresses, newest first, with each try. */
export async function listSendings(
  { kysely }: Db,
  userId: number,
  { page, size }: Readonly<{ page: number; size: number }>,
): Promise<Readonly<{ total: number; sendings: readonly Sending[] }>> {
  const [{ total }, rows] = await Promise.all([
    kysely
      .selectFrom('message_sendings')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom('message_sendings as s')
      .innerJoin('message_addresses as a', 'a.id', 's.address_id')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .selectAll('s')
      .select(['a.channel', 'a.name', 'a.target', 'u.email', 'u.phone'])
      .where('s.user_id', '=', userId)
      .orderBy('s.created_at', 'desc')
      .orderBy('s.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  const tries =
    rows.length === 0
      ? []
      : await kysely
          .selectFrom('message_tries')
          .selectAll()
          .where(
            'sending_id',
            'in',
            rows.map(({ id }) => id),
          )
          .orderBy('number')
          .execute()
  const sendings = rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    kind: row.kind,
    state: row.state,
    messageCount: row.message_count,
    addressName: row.target !== null ? row.name : ((row.channel === 'email' ? row.email : row.phone) ?? ''),
    createdAtMs: row.created_at.getTime(),
    finishedAtMs: row.finished_at?.getTime() ?? null,
    nextTryAtMs: row.state === 'waiting' ? row.next_try_at.getTime() : null,
    tries: tries
      .filter(({ sending_id }) => sending_id === row.id)
      .map(({ number, at, took_ms, outcome, detail }) => ({
        number,
        atMs: at.getTime(),
        tookMs: took_ms,
        outcome,
        ...splitReason(detail),
      })),
  }))
  return { total: Number(total), sendings }
}
