import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** Leaves out characters that are confused when read aloud or from paper: I, L, O, U, 0 and 1. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

export const makeOrganizationCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** Restores the canonical form: lower case and separators do not matter. */
export const readOrganizationCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/** @returns the ID of the organization, which stays locked as long as the transaction lasts */
export async function findOrganizationByCode(transaction: Kysely<Tables>, text: string): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('organizations')
    .select('id')
    .where('code', '=', readOrganizationCode(text))
    .forKeyShare()
    .executeTakeFirst()
  return row?.id
}
