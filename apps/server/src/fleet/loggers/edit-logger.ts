import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { queryOfKysely } from './query.ts'
import { releaseLoggers } from './release-loggers.ts'
import { type ReadLabel, toSource } from './source.ts'

type Place = Readonly<{ plantId: number; loggerId: number }>

/**
 * Names a logger; without a name its address is shown. @throws Refusal NOT_FOUND for a logger of another plant @returns
 * the previous name
 */
export async function renameLogger(db: Db, { plantId, loggerId }: Place, name: string): Promise<string> {
  return db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('loggers')
      .select('name')
      .where('id', '=', loggerId)
      .where('plant_id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound)
    await transaction.updateTable('loggers').set({ name }).where('id', '=', loggerId).execute()
    await notify(transaction, 'plant_changed', String(plantId))
    return row.name
  })
}

/**
 * Removes a logger from its plant; its devices stay with their history. @throws Refusal NOT_FOUND @returns its name or
 * address
 */
export async function removeLogger(db: Db, { plantId, loggerId }: Place): Promise<string> {
  return db.transaction(async (transaction) => {
    const [name] = await releaseLoggers(queryOfKysely(transaction), plantId, loggerId)
    if (name === undefined) throw new Refusal('NOT_FOUND')
    await notify(transaction, 'plant_changed', String(plantId))
    return name
  })
}

/**
 * Lets a logger go by its serial number, or takes back that the plant claims it. @throws Refusal NOT_FOUND
 * @returns its former name
 */
export async function removeLoggerOrClaim(
  db: Db,
  { plantId, serial, readLabel }: Readonly<{ plantId: number; serial: string; readLabel: ReadLabel }>,
): Promise<string> {
  const label = readLabel(serial)
  const { wire, address } = label === undefined ? { wire: '', address: serial } : toSource(label)
  const claim = await db.kysely
    .deleteFrom('logger_claims')
    .where('plant_id', '=', plantId)
    .where('wire', '=', wire)
    .where('address', '=', address)
    .returning('address')
    .executeTakeFirst()
  if (claim !== undefined) return claim.address
  const logger = await db.kysely
    .selectFrom('loggers')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('address', '=', address)
    .executeTakeFirstOrThrow(notFound)
  return removeLogger(db, { plantId, loggerId: logger.id })
}
