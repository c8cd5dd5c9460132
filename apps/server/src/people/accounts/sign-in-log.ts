import { DAY_MS } from '@heliograph/domain/duration.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Client, SignInMethod } from './sessions.ts'

/** secondStep: the password was correct, and the second step is missing or failed. */
export type SignInOutcome = 'success' | 'failed' | 'secondStep'
export type SignInRow = Readonly<{
  id: number
  atMs: number
  method: string
  outcome: string
  address: string
  userAgent: string
}>

type Attempt = Pick<Client, 'address' | 'userAgent'> &
  Readonly<{ userId: number; method: SignInMethod; outcome: SignInOutcome; nowMs: number }>

export const SIGN_IN_DAYS = 180
/** The cookie of a browser lives a little longer than a year. */
export const BROWSER_DAYS = 400

/** @returns its ID, for settling the outcome */
export async function noteAttempt(kysely: Kysely<Tables>, attempt: Attempt): Promise<number> {
  const { id } = await kysely
    .insertInto('sign_ins')
    .values({
      user_id: attempt.userId,
      at: new Date(attempt.nowMs),
      method: attempt.method,
      outcome: attempt.outcome,
      address: cleanLine(attempt.address, 64),
      user_agent: cleanLine(attempt.userAgent, 300),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function settleAttempt(kysely: Kysely<Tables>, id: number, outcome: SignInOutcome): Promise<void> {
  await kysely.updateTable('sign_ins').set({ outcome }).where('id', '=', id).execute()
}

export async function forgetAttempt(kysely: Kysely<Tables>, id: number): Promise<void> {
  await kysely.deleteFrom('sign_ins').where('id', '=', id).execute()
}

/** The sign-ins of one account, newest first. @param page from 1 */
export async function listSignIns(
  db: Db,
  userId: number,
  { page, size }: Readonly<{ page: number; size: number }>,
): Promise<Readonly<{ total: number; items: readonly SignInRow[] }>> {
  const query = db.kysely.selectFrom('sign_ins').where('user_id', '=', userId)
  const [{ total }, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query
      .select(['id', 'at', 'method', 'outcome', 'address', 'user_agent'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  const items = rows.map(({ id, at, method, outcome, address, user_agent }) => ({
    id,
    atMs: at.getTime(),
    method,
    outcome,
    address,
    userAgent: user_agent,
  }))
  return { total, items }
}

/** Sign-ins of more than 180 days ago, and browsers whose cookie has ended. @returns how many were removed */
export async function removeOldSignIns(db: Db, nowMs: number): Promise<number> {
  const [rows] = await db.kysely
    .deleteFrom('sign_ins')
    .where('at', '<', new Date(nowMs - SIGN_IN_DAYS * DAY_MS))
    .execute()
  const [browsers] = await db.kysely
    .deleteFrom('known_browsers')
    .where('last_at', '<', new Date(nowMs - BROWSER_DAYS * DAY_MS))
    .execute()
  return Number((rows?.numDeletedRows ?? 0n) + (browsers?.numDeletedRows ?? 0n))
}
