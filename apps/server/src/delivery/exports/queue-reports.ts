import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Reader } from './report-subscription.ts'
import type { PlantExportsTable } from './tables.ts'

export type ReportLetter = Readonly<{ exportId: number; reader: Reader }>

/** Orders an email for each reader of a schedule's file: one that fails delays no other. */
export async function queueReports(
  transaction: Kysely<Tables>,
  jobs: Pick<Jobs, 'send'>,
  { id: exportId, schedule_id: scheduleId, is_test: isTest }: Selectable<PlantExportsTable>,
): Promise<void> {
  if (scheduleId === null) return
  const recipients = isTest
    ? []
    : await transaction
        .selectFrom('report_recipients')
        .select('id')
        .where('schedule_id', '=', scheduleId)
        .where('confirmed_at', 'is not', null)
        .where('ended_at', 'is', null)
        .execute()
  const readers: readonly Reader[] = [
    { kind: 'owner', id: scheduleId },
    ...recipients.map(({ id }): Reader => ({ kind: 'recipient', id })),
  ]
  for (const reader of readers)
    await jobs.send('report-letters', { exportId, reader } satisfies ReportLetter, transaction)
}
