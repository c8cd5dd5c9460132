import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** Settings of the operator about orders: how renewals are paid, what messages cost. */
type Setting = 'renewal' | 'messagePrices'

export async function readSetting(kysely: Kysely<Tables>, name: Setting): Promise<unknown> {
  const row = await kysely
    .selectFrom('application_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

export async function saveSetting(kysely: Kysely<Tables>, name: Setting, value: object): Promise<void> {
  await sql`
    insert into application_settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(kysely)
}
