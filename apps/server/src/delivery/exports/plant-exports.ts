import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type ExportDefinition, exportLimits, isDocument } from '@heliograph/domain/plant-export.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Reads } from '../../platform/db/read-replica.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { createFileJobs, type FileJobs } from '../../platform/file-jobs/file-jobs.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { rightOf } from './check-definition.ts'
import type { ExportOrders } from './export-orders.ts'
import { translateExport } from './export-texts.ts'
import { mayExport } from './may-export.ts'
import { isPacked, readExport } from './read-export.ts'
import { forgetUnconfirmed } from './recipients.ts'
import { sendReport } from './report-letter.ts'
import type { Reader } from './report-subscription.ts'
import { runSchedules } from './schedules.ts'
import type { PlantExportsTable } from './tables.ts'

/** Emails the person that a file is ready: a link to the plant's page, which asks for the sign-in. */
async function tellReady(
  transaction: Kysely<Tables>,
  options: Readonly<{
    mail: Mail
    publicUrl: string
    row: Selectable<PlantExportsTable>
  }>,
): Promise<void> {
  const { mail, publicUrl, row } = options
  const found = await transaction
    .selectFrom('users as u')
    .leftJoin('plants as p', (join) => join.on('p.id', '=', row.plant_id))
    .select(['u.account', 'u.email', 'u.language', 'p.name'])
    .where('u.id', '=', row.user_id)
    .executeTakeFirst()
  if (found === undefined || found.email === null) return
  const link = row.plant_id === null ? `${publicUrl}/reports` : `${publicUrl}/plant/infos/exportdata?id=${row.plant_id}`
  const translate = translateExport(found.language)
  const plant = found.name ?? translate('exports.allPlants')
  const within = found.name ?? translate('exports.allPlants.within')
  const values = { account: found.account, plant, within, link }
  const { email: to, language } = found
  await mail.sendEmail(
    {
      to,
      language,
      kind: 'plantExportReady',
      values,
      host: new URL(publicUrl).hostname,
    },
    transaction,
  )
}

type ReportLetter = Readonly<{ exportId: number; reader: Reader }>

/** Orders an email for each reader of a schedule's file: one that fails delays no other. */
async function queueReports(
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

export type PlantExports = Omit<FileJobs, 'order'> &
  Readonly<{
    port: ExportOrders
    /** Orders the exports of schedules that are due. @returns how many */
    runSchedules: () => Promise<number>
  }>

/** Rows without a file stay for a while: a person sees what failed or expired. */
const ROW_DAYS = 30

/** Makes the files that people order of their plants. */
export async function createPlantExports(
  options: Readonly<{
    db: Db
    /** Where files find their figures. */
    reads: Pick<Reads, 'run'>
    jobs: Pick<Jobs, 'send' | 'work'>
    mail: Mail
    publicUrl: string
    log: Log
    now?: () => number
  }>,
): Promise<PlantExports> {
  const { db, reads, jobs, mail, publicUrl, log, now = Date.now } = options

  const { order, ...files } = await createFileJobs<Selectable<PlantExportsTable>>({
    db,
    jobs,
    log,
    now,
    orders: 'plant_exports',
    keptDays: exportLimits.keptDays,
    make: async (row, making) => {
      const definition = row.definition as ExportDefinition
      const orderer = { plantId: row.plant_id, userId: row.user_id, organizationId: row.organization_id }
      if (!(await mayExport(db, orderer, rightOf(definition), now()))) throw new Refusal('NO_PERMISSION')
      const wanted = { ...orderer, ...making, definition, host: row.host, publicUrl, primary: db }
      return {
        content: await reads.run(row.user_id, (from) => readExport(from, wanted)),
        isCompressed: isPacked(definition),
        mostBytes: exportLimits.fileBytes,
        rows: isDocument(definition.kind) ? null : 'counted',
      }
    },
    tell: async (transaction, row) => {
      if (!row.mail) return
      if (row.schedule_id === null) await tellReady(transaction, { mail, publicUrl, row })
      else await queueReports(transaction, jobs, row)
    },
  })

  await jobs.work<ReportLetter>('report-letters', ({ exportId, reader }) =>
    sendReport({ db, mail, publicUrl, now }, exportId, reader),
  )

  return {
    ...files,
    port: { order },
    removeExpired: async () => {
      await forgetUnconfirmed(db, now())
      const ended = await files.removeExpired()
      await db.kysely
        .deleteFrom('plant_exports')
        .where('state', 'in', ['failed', 'expired'])
        .where('requested_at', '<=', new Date(now() - ROW_DAYS * DAY_MS))
        .execute()
      return ended
    },
    runSchedules: () => runSchedules(db, { order }, now()),
  }
}
