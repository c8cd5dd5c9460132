import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { holdingLock } from '../../platform/db/holding-lock.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { type ExportPort, exportScopes, KEPT_DAYS, removeExportFiles } from './exports.ts'
import { writeExport } from './write-export.ts'

export type AccountExports = Readonly<{
  port: ExportPort
  /** Makes all queued exports, one after the other. @returns the number made */
  runDue: () => Promise<number>
  /** Removes expired archives and files without an export. @returns the number of ended exports */
  removeExpired: () => Promise<number>
  /** Orders the work on exports that a dead node left behind. */
  resume: () => Promise<void>
  /** Stops; an unfinished export waits for the next start. */
  close: () => void
}>

/**
 * Makes the exports of accounts. Several nodes may do so: the holder of an export's advisory lock makes it. PostgreSQL
 * releases the lock of a dead node, and another node starts that export again.
 * @param given.dir shared by all nodes
 */
export async function createAccountExports(
  given: Readonly<{
    db: Db
    jobs: Pick<Jobs, 'send' | 'work'>
    dir: string
    plantLimit: number | null
    mail: Mail
    publicUrl: string
    log: Log
    now?: () => number
  }>,
): Promise<AccountExports> {
  const { db, jobs, dir, plantLimit, mail, publicUrl, log, now = Date.now } = given
  const stopping = new AbortController()

  const listDue = () =>
    db.kysely
      .selectFrom('account_exports')
      .select('id')
      .where('state', 'in', ['queued', 'running'])
      .orderBy('id')
      .execute()

  const runDue = async (): Promise<number> => {
    let made = 0
    for (const { id } of await listDue()) {
      if (stopping.signal.aborted) break
      if (await holdingLock(db, `account export ${id}`, () => make(id))) made += 1
    }
    return made
  }

  const make = async (id: number): Promise<void> => {
    const claimed = await db.kysely
      .updateTable('account_exports')
      .set({ state: 'running', progress: 0 })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .returning(['user_id', 'scope', 'requested_at'])
      .executeTakeFirst()
    if (claimed === undefined) return
    // An export that crashes the process each time must not do so forever.
    if (now() - claimed.requested_at.getTime() > DAY_MS) return failExport(id)
    const scope = exportScopes.filter((one) => claimed.scope.includes(one))
    let told = 0
    const report = async (progress: number): Promise<void> => {
      if (progress - told < 0.01) return
      told = progress
      await db.kysely.updateTable('account_exports').set({ progress }).where('id', '=', id).execute()
    }
    try {
      const job = { id, userId: claimed.user_id, scope, report, signal: stopping.signal, nowMs: now() }
      await finish(id, await writeExport(db, dir, job))
    } catch (error) {
      if (stopping.signal.aborted) return
      log.error({ err: error, export: id }, 'an export failed')
      await failExport(id)
    }
  }

  const failExport = async (id: number): Promise<void> => {
    await db.kysely
      .updateTable('account_exports')
      .set({ state: 'failed', finished_at: new Date(now()) })
      .where('id', '=', id)
      .execute()
  }

  const finish = async (id: number, sizeBytes: number): Promise<void> => {
    const atMs = now()
    const isThere = await db.transaction(async (transaction) => {
      const row = await transaction
        .updateTable('account_exports')
        .set({
          state: 'ready',
          progress: 1,
          finished_at: new Date(atMs),
          expires_at: new Date(atMs + KEPT_DAYS * DAY_MS),
          size_bytes: sizeBytes,
        })
        .where('id', '=', id)
        .returning('user_id')
        .executeTakeFirst()
      if (row === undefined) return false
      const user = await transaction
        .selectFrom('users')
        .select(['account', 'email', 'language'])
        .where('id', '=', row.user_id)
        .executeTakeFirstOrThrow()
      if (user.email === null) return true
      const { account, email, language } = user
      const values = { account, days: KEPT_DAYS, link: `${publicUrl}/account/settings/exportAccount` }
      const host = new URL(publicUrl).hostname
      await mail.sendEmail({ to: email, language, kind: 'exportReady', values, host }, transaction)
      return true
    })
    // The account was deleted while its export was made.
    if (!isThere) await removeExportFiles({ dir }, [id])
  }

  await jobs.work('account-exports', async () => {
    await runDue()
  })

  const removeExpired = async (): Promise<number> => {
    const ended = await db.kysely
      .updateTable('account_exports')
      .set({ state: 'expired' })
      .where('state', '=', 'ready')
      .where('expires_at', '<=', new Date(now()))
      .returning('id')
      .execute()
    await removeStrangers(db, dir)
    return ended.length
  }

  return {
    port: { dir, plantLimit, order: (within) => jobs.send('account-exports', {}, within) },
    runDue,
    removeExpired,
    resume: async () => {
      if ((await listDue()).length > 0) await jobs.send('account-exports', {})
    },
    close: () => stopping.abort(),
  }
}

/** Removes expired archives, archives of deleted accounts and partial files of a crash. */
async function removeStrangers(db: Db, dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => [])
  const found = names.flatMap((name) => {
    const [, id] = /^export-(\d{1,15})\.zip(?:\.part)?$/.exec(name) ?? []
    return id === undefined ? [] : [{ name, id: Number(id) }]
  })
  if (found.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select id from account_exports where id = any(${found.map(({ id }) => id)}::bigint[])
      and state in ('queued', 'running', 'ready')`.execute(db.kysely)
  const kept = new Set(rows.map(({ id }) => id))
  for (const { name, id } of found) if (!kept.has(id)) await rm(join(dir, name), { force: true })
}
