import type { DataCenter } from '@heliograph/domain/regions.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** The state of a move, kept at the data center that the account leaves. */
export type MoveDetail = Readonly<{
  isMerge: boolean
  /** The visitor's address: wrong passwords count against it at the other data center too. */
  address: string
  /** The host for links in the email. */
  host: string
  /** The plants that were sent; only these are removed when it is done. */
  plantIds: readonly number[]
  /** The other data center may have been asked to take over: from then on only its answer counts. */
  isAsked: boolean
  attempts: number
  fault?: string
  reason?: string
}>

export type Move = Readonly<{
  id: string
  center: DataCenter
  userId: number
  state: 'running' | 'done' | 'failed'
  /** 0 to 1. */
  progress: number
  detail: MoveDetail
}>

type Row = {
  id: string
  center: string
  user_id: number | null
  state: string
  progress: number
  detail: unknown
}
const columns = ['id', 'center', 'user_id', 'state', 'progress', 'detail'] as const

const toMove = (row: Row): Move => ({
  id: row.id,
  center: row.center as DataCenter,
  userId: row.user_id ?? 0,
  state: row.state as Move['state'],
  progress: row.progress,
  detail: row.detail as MoveDetail,
})

/** @returns false when a move of this account runs already */
export async function addMove(
  kysely: Kysely<Tables>,
  options: Readonly<{ id: string; center: DataCenter; userId: number; detail: MoveDetail; nowMs: number }>,
): Promise<boolean> {
  const added = await kysely
    .insertInto('account_moves')
    .values({
      id: options.id,
      direction: 'out',
      center: options.center,
      user_id: options.userId,
      state: 'running',
      detail: JSON.stringify(options.detail),
      created_at: new Date(options.nowMs),
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function findMove(kysely: Kysely<Tables>, id: string): Promise<Move | undefined> {
  const row = await kysely
    .selectFrom('account_moves')
    .select(columns)
    .where('id', '=', id)
    .where('direction', '=', 'out')
    .executeTakeFirst()
  return row && toMove(row)
}

/** The current or last move. */
export async function findMoveOf(kysely: Kysely<Tables>, userId: number): Promise<Move | undefined> {
  const row = await kysely
    .selectFrom('account_moves')
    .select(columns)
    .where('user_id', '=', userId)
    .where('direction', '=', 'out')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toMove(row)
}

export async function listRunningMoves(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom('account_moves')
    .select('id')
    .where('direction', '=', 'out')
    .where('state', '=', 'running')
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}

export async function noteProgress(kysely: Kysely<Tables>, id: string, progress: number): Promise<void> {
  await kysely.updateTable('account_moves').set({ progress }).where('id', '=', id).execute()
}

export async function noteDetail(kysely: Kysely<Tables>, id: string, detail: Partial<MoveDetail>): Promise<void> {
  await kysely
    .updateTable('account_moves')
    .set({ detail: sql`detail || ${JSON.stringify(detail)}::jsonb` })
    .where('id', '=', id)
    .execute()
}

export async function endMove(
  kysely: Kysely<Tables>,
  id: string,
  options: Readonly<{ state: 'done' | 'failed'; nowMs: number; fault?: string; reason?: string }>,
): Promise<void> {
  const { state, fault, reason } = options
  await kysely
    .updateTable('account_moves')
    .set({
      state,
      finished_at: new Date(options.nowMs),
      ...(state === 'done' ? { progress: 1 } : {}),
      detail: sql`detail || ${JSON.stringify({ ...(fault ? { fault } : {}), ...(reason ? { reason } : {}) })}::jsonb`,
    })
    .where('id', '=', id)
    .execute()
}
