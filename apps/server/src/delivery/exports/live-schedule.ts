import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import type { Selectable } from 'kysely'
import { isInForce } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { rightOf } from './check-definition.ts'
import { mayExport, type Orderer } from './may-export.ts'
import type { ExportSchedulesTable } from './tables.ts'

type Row = Selectable<ExportSchedulesTable>

export const ordererOf = (row: Pick<Row, 'plant_id' | 'user_id' | 'organization_id'>): Orderer => ({
  plantId: row.plant_id,
  userId: row.user_id,
  organizationId: row.organization_id,
})

/**
 * A schedule while it is in force: its maker still has the right to the data, and the token that made it, if one did,
 * has not ended. All pages, questions and emails for readers without an account rest on this.
 */
export async function findLiveSchedule(db: Db, id: number, nowMs: number): Promise<Row | undefined> {
  const row = await db.kysely
    .selectFrom('export_schedules')
    .selectAll()
    .where('id', '=', id)
    .where(isInForce('access_token_id', nowMs))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const right = rightOf(row.definition as ExportDefinition)
  return (await mayExport(db, ordererOf(row), right, nowMs)) ? row : undefined
}
