import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Permission } from './device-target.ts'

/** Permission by the owner. @throws Refusal NOT_FOUND */
export async function getCommandPermission(db: Db, plantId: number): Promise<Permission> {
  const row = await db.kysely
    .selectFrom('plants')
    .select('commands')
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow(notFound)
  return row.commands
}

/** @returns what was allowed before. @throws Refusal NOT_FOUND */
export async function setCommandPermission(db: Db, plantId: number, permission: Permission): Promise<Permission> {
  return db.transaction(async (transaction) => {
    const plants = transaction.selectFrom('plants').select('commands')
    const row = await plants.where('id', '=', plantId).forNoKeyUpdate().executeTakeFirstOrThrow(notFound)
    await transaction.updateTable('plants').set({ commands: permission }).where('id', '=', plantId).execute()
    return row.commands
  })
}
