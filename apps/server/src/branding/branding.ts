import type { Db } from '../db/database.ts'
import { type Brand, defaultBrand, mergeBrand } from './brand.ts'

export type { Brand }

/**
 * The host if it has a brand, else `ours`: the sender of a request chooses its Host header, which must not get
 * into an email.
 */
export async function findOwnHost(db: Db, host: string, ours: string): Promise<string> {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (name === '' || name === ours) return ours
  const row = await db.kysely.selectFrom('brands').select('host').where('host', '=', name).executeTakeFirst()
  return row?.host ?? ours
}

/** The brand of a host name; a host without a row shows the default brand. */
export async function getBrand(db: Db, host: string): Promise<Brand> {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (name === '') return defaultBrand
  const row = await db.kysely.selectFrom('brands').select('data').where('host', '=', name).executeTakeFirst()
  return row === undefined ? defaultBrand : mergeBrand(row.data)
}
