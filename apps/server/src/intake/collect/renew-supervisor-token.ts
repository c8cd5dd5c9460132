import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { openSecrets, sealSecrets } from './offers.ts'

/**
 * An add-on of Home Assistant has another token at each of its starts: the targets that use it get the present one. No
 * other place ever gets it.
 */
export async function renewSupervisorToken(
  db: Pick<Db, 'kysely'>,
  { address, port, token }: Readonly<{ address: string; port: number; token: string }>,
): Promise<void> {
  const rows = await db.kysely
    .selectFrom('collect_targets')
    .select(['id', 'secrets'])
    .where('way', '=', 'home-assistant')
    .where('agent_id', 'is', null)
    .where('host', '=', address)
    .where('port', '=', port)
    .where(sql<boolean>`settings ->> 'isSupervisor' = 'true'`)
    .orderBy('id')
    .limit(50)
    .execute()
  for (const { id, secrets } of rows)
    await db.kysely
      .updateTable('collect_targets')
      .set((eb) => ({ secrets: sealSecrets({ ...openSecrets(secrets), token }), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
}
