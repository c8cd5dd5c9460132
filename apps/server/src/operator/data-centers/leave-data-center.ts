import type { DataCenter } from '@heliograph/domain/regions.ts'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { removePlant } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Email, Mail } from '../../platform/mail/mail.ts'
import { listOwnPlants } from './detach.ts'
import { refuseLastAdministrators } from './may-move.ts'
import { endMove, type Move, noteDetail } from './move-store.ts'
import { printOf } from './send-rows.ts'

/** The data changed since it was sent: it has to be sent again. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('The account or its plants changed while they were sent')
    this.name = 'ChangedMeanwhile'
  }
}

/** From now on the account answers "migrated": it cannot change while the other data center takes over. */
export async function closeAccount(db: Db, move: Move): Promise<void> {
  await db.transaction(async (transaction) => {
    await setMovedTo(transaction, move.userId, move.center)
    await transaction.deleteFrom('sessions').where('user_id', '=', move.userId).execute()
    await noteDetail(transaction, move.id, { isAsked: true })
  })
}

export async function setMovedTo(kysely: Kysely<Tables>, userId: number, center: DataCenter | null): Promise<void> {
  await kysely.updateTable('users').set({ moved_to: center }).where('id', '=', userId).execute()
}

/**
 * Removes the moved data in one transaction with the take-over at the other data center, so that no write comes in
 * between.
 * @param takeOver undefined: the other data center already has the account
 * @throws ChangedMeanwhile before the other data center was asked; the errors of `takeOver`
 */
export async function leaveDataCenter(
  db: Db,
  move: Move,
  options: Readonly<{
    sent?: Readonly<{ print: string; takeOver: () => Promise<unknown> }> | undefined
    mail: Pick<Mail, 'sendEmail'>
    link: string
    nowMs: number
  }>,
): Promise<void> {
  const { sent, nowMs } = options
  const { userId } = move
  const work = async (transaction: Kysely<Tables>) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    const user = await transaction
      .selectFrom('users')
      .select(['account', 'email', 'language'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const plantIds = await lockPlants(transaction, move.detail.plantIds)
    if (sent !== undefined) {
      const own = await listOwnPlants(transaction, userId)
      const subject = { moveId: move.id, userId, plantIds: own }
      const client = {
        query: async <R extends object>(text: string, values: unknown[]) =>
          await transaction.executeQuery<R>(CompiledQuery.raw(text, values)),
      }
      if (String(own) !== String(move.detail.plantIds) || (await printOf(client, subject)) !== sent.print)
        throw new ChangedMeanwhile()
      // Another administrator may have left in the meantime.
      await refuseLastAdministrators(transaction, userId)
      await sent.takeOver()
    }
    for (const plantId of plantIds) await removePlant(transaction, plantId)
    await markLoggersMoved(transaction, move)
    await stripAccount(transaction, userId, move.center)
    await endMove(transaction, move.id, { state: 'done', nowMs })
    if (user.email !== null) await options.mail.sendEmail(toLetter(user.email, user, move, options.link), transaction)
  }
  // Never retried: the other data center is asked in between.
  await db.transaction(work, { attempts: 1 })
}

async function lockPlants(transaction: Kysely<Tables>, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const rows = await transaction
    .selectFrom('plants')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Later data of these loggers is forwarded. A logger whose plant stayed here becomes free again. */
async function markLoggersMoved(transaction: Kysely<Tables>, { id, detail }: Move): Promise<void> {
  const ofMove = transaction.updateTable('moved_loggers').where('move_id', '=', id)
  await ofMove
    .set({ is_gone: true, plant_id: null })
    .where(sql<boolean>`plant_id = any(${[...detail.plantIds]}::bigint[])`)
    .execute()
  await transaction.deleteFrom('moved_loggers').where('move_id', '=', id).where('is_gone', '=', false).execute()
  const moved = sql`select l.id from moved_loggers m join loggers l on l.wire = m.wire and l.address = m.address where m.move_id = ${id}`
  await sql`delete from named_numbers where logger_id in (${moved})`.execute(transaction)
  await sql`delete from logger_pauses where logger_id in (${moved})`.execute(transaction)
  await sql`
    update loggers l set registered_at = null, registered_by = null, mac = '', local_address = '', ssid = ''
    from moved_loggers m where m.move_id = ${id} and l.wire = m.wire and l.address = m.address`.execute(transaction)
}

const ofPerson = [
  'sessions',
  'access_tokens',
  'authenticators',
  'recovery_codes',
  'passkeys',
  'bindings',
  'user_photos',
  'old_passwords',
  'known_browsers',
  'sign_ins',
  'account_exports',
  'plant_exports',
  'export_schedules',
  'export_templates',
  'screen_links',
  'webhooks',
  'mqtt_brokers',
  'plant_tags',
  'plant_views',
  'one_time_secrets',
  // Sendings go with their addresses.
  'messages',
  'message_addresses',
  'message_settings',
  'message_credits',
  'message_plants',
  'alarm_user_rules',
  'organization_members',
  'plant_members',
] as const

/** The remaining row has one use: the correct password reveals the account's new data center. */
async function stripAccount(transaction: Kysely<Tables>, userId: number, center: DataCenter): Promise<void> {
  for (const table of ofPerson) await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
  // No account is left here to restore them.
  await transaction.updateTable('binned_plants').set({ user_id: null }).where('user_id', '=', userId).execute()
  await transaction
    .updateTable('users')
    .set({ moved_to: center, nickname: sql<string>`account`, is_admin: false, preferences: '{}' })
    .where('id', '=', userId)
    .execute()
}

const toLetter = (
  to: string,
  user: Readonly<{ account: string; language: string }>,
  { center, detail }: Move,
  link: string,
): Email => ({
  to,
  language: user.language,
  kind: 'accountMoved',
  values: { account: user.account, center, link },
  host: detail.host,
})
