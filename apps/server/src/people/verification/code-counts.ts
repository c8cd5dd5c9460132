import { toCountedAddress } from '@heliograph/domain/address.ts'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../../platform/db/database.ts'

/** Codes and failures are counted within this time. */

/** Codes are counted per network of the visitor. */
export const toCounted = (address: string): string => toCountedAddress(address).slice(0, 64)

/** @returns the number of codes this address requested within the hour, for all purposes */
export async function countCodesOf(db: Db, address: string, nowMs: number): Promise<number> {
  const { n } = await db.kysely
    .selectFrom('verification_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('address', '=', toCounted(address))
    .where('created_at', '>', new Date(nowMs - HOUR_MS))
    .executeTakeFirstOrThrow()
  return n
}

/** @returns how many were removed */
export async function removeOldCodes(db: Db, nowMs: number): Promise<number> {
  const [gone] = await db.kysely
    .deleteFrom('verification_codes')
    .where('created_at', '<=', new Date(nowMs - DAY_MS))
    .execute()
  return Number(gone?.numDeletedRows ?? 0)
}
