import type { Kysely, Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { createFileJobs, type FileJobs, MOST_ZIP_BYTES, streamZip } from '../../platform/file-jobs/file-jobs.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { archiveEntries } from './archive-entries.ts'
import { ACCOUNT_EXPORT_DAYS, type ExportPort, exportScopes } from './exports.ts'
import type { AccountExportsTable } from './tables.ts'

export type AccountExports = Omit<FileJobs, 'order'> & Readonly<{ port: ExportPort }>

/** Makes the archives of accounts. */
export async function createAccountExports(
  options: Readonly<{
    db: Db
    jobs: Pick<Jobs, 'send' | 'work'>
    plantLimit: number | null
    mail: Mail
    publicUrl: string
    log: Log
    now?: () => number
  }>,
): Promise<AccountExports> {
  const { db, jobs, plantLimit, mail, publicUrl, log, now = Date.now } = options
  const { order, ...files } = await createFileJobs<Selectable<AccountExportsTable>>({
    db,
    jobs,
    log,
    now,
    orders: 'account_exports',
    keptDays: ACCOUNT_EXPORT_DAYS,
    make: async ({ user_id: userId, scope }, making) => ({
      content: streamZip(
        archiveEntries(db, {
          userId,
          scope: exportScopes.filter((exportScope) => scope.includes(exportScope)),
          ...making,
        }),
      ),
      isCompressed: true,
      mostBytes: MOST_ZIP_BYTES,
      rows: 'counted',
    }),
    tell: (transaction, row) => tellReady(transaction, mail, publicUrl, row.user_id),
  })
  return { ...files, port: { plantLimit, order } }
}

async function tellReady(transaction: Kysely<Tables>, mail: Mail, publicUrl: string, userId: number): Promise<void> {
  const { account, email, language } = await transaction
    .selectFrom('users')
    .select(['account', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (email === null) return
  const values = { account, days: ACCOUNT_EXPORT_DAYS, link: `${publicUrl}/account/settings/exportAccount` }
  const host = new URL(publicUrl).hostname
  await mail.sendEmail({ to: email, language, kind: 'exportReady', values, host }, transaction)
}
