import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'
import { notify } from '../db/listen.ts'
import { releaseLoggers } from './release-loggers.ts'

type Place = Readonly<{ plantId: number; loggerId: number }>

/** Names a logger; without a name it goes by its address. @throws Refusal NOT_FOUND for a logger of another plant @returns the name before */
export async function renameLogger(db: Db, { plantId, loggerId }: Place, name: string): Promise<string> {
  return db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('loggers')
      .select('name')
      .where('id', '=', loggerId)
      .where('plant_id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('NOT_FOUND')
    await transaction.updateTable('loggers').set({ name }).where('id', '=', loggerId).execute()
    await notify(transaction, 'plant_changed', String(plantId))
    return row.name
  })
}

/** Takes a logger out of its plant; its devices stay with their history. @throws Refusal NOT_FOUND @returns what it was called */
export async function removeLogger(db: Db, { plantId, loggerId }: Place): Promise<string> {
  return db.transaction(async (transaction) => {
    const [name] = await releaseLoggers(transaction, plantId, loggerId)
    if (name === undefined) throw new Refusal('NOT_FOUND')
    await notify(transaction, 'plant_changed', String(plantId))
    return name
  })
}
