import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Secrets that work once and not for long, of whatever kind; a kind never opens what another was made for. Kept as
 * SHA-256, in the database, so that any node takes what another one gave out.
 */
export type OneTimeToken = Readonly<{ userId: number | null; data: unknown }>

const idOf = (kind: string, secret: string): Buffer => createHash('sha256').update(`${kind}\0${secret}`).digest()

/** @returns the secret; only its holder has it from now on */
export async function putOneTimeToken(
  kysely: Kysely<Tables>,
  given: Readonly<{ kind: string; userId?: number | null; data?: object; expiresAtMs: number; secret?: string }>,
): Promise<string> {
  const secret = given.secret ?? randomBytes(32).toString('base64url')
  await kysely
    .insertInto('one_time_secrets')
    .values({
      id: idOf(given.kind, secret),
      kind: given.kind,
      user_id: given.userId ?? null,
      data: JSON.stringify(given.data ?? {}),
      expires_at: new Date(given.expiresAtMs),
    })
    .execute()
  return secret
}

/** Takes a secret: of any number of attempts at the same time one gets it. undefined: unknown, used or too old. */
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

/** Looks without taking: for what may be tried several times (`data` may count the tries). */
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
 * Counts one more try at a secret in `data.tries`, before it is tried: of many at the same time no more than `most` get it.
 * @returns with the number of this try; undefined: unknown, used, too old or tried too often
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

/** Marks a value (a nonce, a solved challenge) as used. @returns false when it was marked before */
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
 * Counts one more of what somebody may do `most` times within a while; what is done at the same time is counted one by one.
 * Within a transaction it counts only if that comes about.
 * @returns false, and counts nothing, when it was done that often
 */
export async function takeTurn(
  kysely: Kysely<Tables>,
  given: Readonly<{ kind: string; of: string; most: number; withinMs: number; nowMs: number }>,
): Promise<boolean> {
  const { kind, of, most, withinMs, nowMs } = given
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

/** @returns how many were removed */
export async function removeExpiredOneTimeTokens(kysely: Kysely<Tables>, nowMs: number): Promise<number> {
  const [gone] = await kysely.deleteFrom('one_time_secrets').where('expires_at', '<=', new Date(nowMs)).execute()
  return Number(gone?.numDeletedRows ?? 0)
}
