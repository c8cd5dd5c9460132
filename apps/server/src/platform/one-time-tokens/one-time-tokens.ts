import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Secrets that work once and for a short time. A secret is valid only for its own kind. The database stores them as
 * SHA-256, so that any node accepts the secrets of another.
 */
export type OneTimeToken = Readonly<{ userId: number | null; data: unknown }>

const idOf = (kind: string, secret: string): Buffer => createHash('sha256').update(`${kind}\0${secret}`).digest()

/** @returns the secret; only the caller has it from now on */
export async function putOneTimeToken(
  kysely: Kysely<Tables>,
  options: Readonly<{ kind: string; userId?: number | null; data?: object; expiresAtMs: number; secret?: string }>,
): Promise<string> {
  const secret = options.secret ?? randomBytes(32).toString('base64url')
  await kysely
    .insertInto('one_time_secrets')
    .values({
      id: idOf(options.kind, secret),
      kind: options.kind,
      user_id: options.userId ?? null,
      data: JSON.stringify(options.data ?? {}),
      expires_at: new Date(options.expiresAtMs),
    })
    .execute()
  return secret
}

/** Takes a secret: of many concurrent attempts, one gets it. undefined: unknown, used or expired. */
export async function takeOneTimeToken(
  kysely: Kysely<Tables>,
  kind: string,
  secret: string,
  nowMs: number,
): Promise<OneTimeToken | undefined> {
  const row = await kysely
    .deleteFrom('one_time_secrets')
    .where('id', '=', idOf(kind, secret))
    .where('kind', '=', kind)
    .returning(['user_id', 'data', 'expires_at'])
    .executeTakeFirst()
  if (row === undefined || row.expires_at.getTime() <= nowMs) return undefined
  return { userId: row.user_id, data: row.data }
}

/** Reads without taking, for secrets that allow several tries (`data` may count them). */
export async function findOneTimeToken(
  kysely: Kysely<Tables>,
  kind: string,
  secret: string,
  nowMs: number,
): Promise<OneTimeToken | undefined> {
  const row = await kysely
    .selectFrom('one_time_secrets')
    .select(['user_id', 'data'])
    .where('id', '=', idOf(kind, secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  return row && { userId: row.user_id, data: row.data }
}

/**
 * Counts a try in `data.tries` before it is made: of many concurrent tries at most `most` pass.
 * @returns the token with the number of this try; undefined: unknown, used, expired or tried too often
 */
export async function tryOneTimeToken(
  kysely: Kysely<Tables>,
  kind: string,
  secret: string,
  nowMs: number,
  most: number,
): Promise<(OneTimeToken & Readonly<{ tries: number }>) | undefined> {
  const tries = sql<number>`coalesce((data->>'tries')::int, 0)`
  const row = await kysely
    .updateTable('one_time_secrets')
    .set({ data: sql`jsonb_set(data, '{tries}', to_jsonb(${tries} + 1))` })
    .where('id', '=', idOf(kind, secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', new Date(nowMs))
    .where(tries, '<', most)
    .returning(['user_id', 'data', tries.as('tries')])
    .executeTakeFirst()
  return row && { userId: row.user_id, data: row.data, tries: row.tries }
}

/** Marks a value (a nonce, a solved challenge) as used. @returns false when it was already marked */
export async function useOnce(
  kysely: Kysely<Tables>,
  kind: string,
  value: string,
  expiresAtMs: number,
): Promise<boolean> {
  const added = await kysely
    .insertInto('one_time_secrets')
    .values({ id: idOf(kind, value), kind, expires_at: new Date(expiresAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * Counts one use of an action that is allowed `most` times per period; concurrent uses are counted one by one. In a
 * transaction the use counts only on commit.
 * @returns false, without counting, when the limit is reached
 */
export async function countUse(
  kysely: Kysely<Tables>,
  options: Readonly<{ kind: string; of: string; most: number; withinMs: number; nowMs: number }>,
): Promise<boolean> {
  const { kind, of, most, withinMs, nowMs } = options
  const recent = sql`(select coalesce(jsonb_agg(turn), '[]') from jsonb_array_elements(one_time_secrets.data -> 'turns') turn
    where turn::bigint > ${nowMs - withinMs}::bigint)`
  const { rows } = await sql`
    insert into one_time_secrets (id, kind, data, expires_at)
    values (${idOf(kind, of)}, ${kind}, jsonb_build_object('turns', jsonb_build_array(${nowMs}::bigint)),
      ${new Date(nowMs + withinMs)})
    on conflict (id) do update set data = jsonb_build_object('turns', ${recent} || to_jsonb(${nowMs}::bigint)),
      expires_at = excluded.expires_at
    where jsonb_array_length(${recent}) < ${most} returning id`.execute(kysely)
  return rows.length > 0
}

/** @returns the number of removed tokens */
export async function removeExpiredOneTimeTokens(kysely: Kysely<Tables>, nowMs: number): Promise<number> {
  const [gone] = await kysely.deleteFrom('one_time_secrets').where('expires_at', '<=', new Date(nowMs)).execute()
  return Number(gone?.numDeletedRows ?? 0)
}
