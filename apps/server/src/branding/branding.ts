import type { Db } from '../db/database.ts'
import { type Brand, defaultBrand, mergeBrand } from './brand.ts'

export type { Brand }

/** The brand of a host name; a host without a row shows the default brand. */
export async function getBrand(db: Db, host: string): Promise<Brand> {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (name === '') return defaultBrand
  const row = await db.kysely.selectFrom('brands').select('data').where('host', '=', name).executeTakeFirst()
  return row === undefined ? defaultBrand : mergeBrand(row.data)
}
