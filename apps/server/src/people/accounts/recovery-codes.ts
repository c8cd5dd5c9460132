import { createHash, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

const HOW_MANY = 10
/** No letter looks like a digit: 32 characters, so that eight of them are 40 random bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 8

const makeCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
/**
 * The hash leaves the user out: the user's ID changes after a move to another data center, and the row names the owner.
 */
const hashCode = (code: string): Buffer => createHash('sha256').update(`recovery code\0${code}`).digest()

/** Ten new codes (`xxxx-xxxx`) in place of the old ones. They are shown once and kept as hashes. */
export async function addRecoveryCodes(kysely: Kysely<Tables>, userId: number): Promise<readonly string[]> {
  const codes = new Set<string>()
  while (codes.size < HOW_MANY) codes.add(makeCode())
  await removeRecoveryCodes(kysely, userId)
  await kysely
    .insertInto('recovery_codes')
    .values([...codes].map((code) => ({ user_id: userId, code_hash: hashCode(code), used_at: null })))
    .execute()
  return [...codes].map((code) => `${code.slice(0, 4)}-${code.slice(4)}`)
}

/** @param code without its dash, lower case @returns whether the code was valid and unused */
export async function useRecoveryCode(
  kysely: Kysely<Tables>,
  userId: number,
  code: string,
  nowMs: number,
): Promise<boolean> {
  const used = await kysely
    .updateTable('recovery_codes')
    .set({ used_at: new Date(nowMs) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function removeRecoveryCodes(kysely: Kysely<Tables>, userId: number): Promise<void> {
  await kysely.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
