import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { notify } from '../db/listen.ts'
import { parseLoggerSerial } from './logger-serial.ts'

export { listPlantLoggers, listUnclaimed, type PlantLogger, type UnclaimedLogger } from './list-loggers.ts'
export { parseLoggerSerial }

export type Registration = Readonly<{
  /** As it was given. */
  serial: string
  result: 'REGISTERED' | 'ALREADY_HERE' | 'TAKEN' | 'INVALID'
  /** Records heard before, which are attributed to the plant now. */
  waitingRecords: number
}>

/**
 * Registers loggers to a plant; the answers stand in the order of the serials. The waiting records are attributed right
 * after the commit by a node that runs ingest, which hears of it through the channel `logger_registered`.
 */
export async function registerLoggers(
  db: Db,
  given: Readonly<{ plantId: number; userId: number | null; serials: readonly string[] }>,
): Promise<readonly Registration[]> {
  const parsed = given.serials.map(parseLoggerSerial)
  // One order for everybody, or two registrations of the same serials could wait for each other.
  const wanted = [...new Set(parsed.filter((serial) => serial !== undefined))].sort((a, b) => a - b)
  if (wanted.length === 0) return given.serials.map((serial) => ({ serial, result: 'INVALID', waitingRecords: 0 }))
  return await db.transaction(async (transaction) => {
    const taken = await sql<{ serial: number }>`
      insert into loggers (serial, plant_id, registered_at, registered_by)
      select s.serial, ${given.plantId}, now(), ${given.userId} from unnest(${wanted}::bigint[]) as s (serial)
      -- One whose plant is on its way to another data centre, or there already, still belongs to its owner.
      where not exists (select from moved_loggers m where m.serial = s.serial)
      on conflict (serial) do update
        set plant_id = excluded.plant_id, registered_at = excluded.registered_at, registered_by = excluded.registered_by
        where loggers.plant_id is null
      returning serial`.execute(transaction)
    const fresh = new Set(taken.rows.map(({ serial }) => serial))
    const state = await sql<{ serial: number; plant_id: number; waiting: number }>`
      select l.serial, l.plant_id, (select count(*) from waiting_records w where w.serial = l.serial)::int as waiting
      from loggers l where l.serial = any(${wanted}::bigint[])`.execute(transaction)
    const bySerial = new Map(state.rows.map((row) => [row.serial, row]))
    if (fresh.size > 0) await notify(transaction, 'logger_registered', [...fresh].join(','))

    const answered = new Set<number>()
    return given.serials.map((serial, index): Registration => {
      const number = parsed[index]
      if (number === undefined) return { serial, result: 'INVALID', waitingRecords: 0 }
      const row = bySerial.get(number)
      const isFresh = fresh.has(number) && !answered.has(number)
      answered.add(number)
      if (isFresh) return { serial, result: 'REGISTERED', waitingRecords: row?.waiting ?? 0 }
      return { serial, result: row?.plant_id === given.plantId ? 'ALREADY_HERE' : 'TAKEN', waitingRecords: 0 }
    })
  })
}
