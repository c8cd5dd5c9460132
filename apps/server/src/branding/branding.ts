import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Brand, mergeBrand, type SupportContact } from './brand.ts'

export type { Brand }

/** The row whose values serve every host that has none of its own. No host is called so. */
const ANY_HOST = '*'

/**
 * The host if it has a brand, else `ours`: the sender of a request chooses its Host header, which must not get
 * into an email.
 */
export async function findOwnHost(db: Db, host: string, ours: string): Promise<string> {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (name === '' || name === ANY_HOST || name === ours) return ours
  const row = await db.kysely.selectFrom('brands').select('host').where('host', '=', name).executeTakeFirst()
  return row?.host ?? ours
}

/** The brand of a host name. What its row leaves out, and a host without a row, is as for every host. */
export async function getBrand(db: Db, host: string): Promise<Brand> {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  const rows = await db.kysely
    .selectFrom('brands')
    .select(['host', 'data'])
    .where('host', 'in', [name, ANY_HOST])
    .execute()
  const dataOf = (wanted: string): object => (rows.find((row) => row.host === wanted)?.data ?? {}) as object
  return mergeBrand({ ...dataOf(ANY_HOST), ...dataOf(name) })
}

/** Of every host that names no other. */
export const getSupport = async (db: Db): Promise<SupportContact> => (await getBrand(db, '')).support

export async function setSupport(db: Db, support: SupportContact): Promise<void> {
  const data = JSON.stringify({ support })
  await sql`
    insert into brands (host, data) values (${ANY_HOST}, ${data}::jsonb)
    on conflict (host) do update set data = brands.data || excluded.data`.execute(db.kysely)
}
