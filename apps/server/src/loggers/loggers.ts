import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { notify } from '../db/listen.ts'
import { labelWire, parseLoggerSerial } from './logger-serial.ts'

export { removeLogger, renameLogger } from './edit-logger.ts'
export {
  countPlantLoggers,
  listPlantLoggers,
  listUnclaimed,
  type PlantLogger,
  type UnclaimedLogger,
} from './list-loggers.ts'
export { releaseLoggers } from './release-loggers.ts'
export { listServerAddresses } from './server-addresses.ts'
export { type Source, toSourceId } from './source.ts'
export { labelWire, parseLoggerSerial }

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
  const wanted = [...new Set(parsed.filter((address) => address !== undefined))].sort()
  if (wanted.length === 0) return given.serials.map((serial) => ({ serial, result: 'INVALID', waitingRecords: 0 }))
  return await db.transaction(async (transaction) => {
    const taken = await sql<{ id: number; address: string }>`
      insert into loggers (wire, address, plant_id, registered_at, registered_by)
      select ${labelWire}, s.address, ${given.plantId}, now(), ${given.userId} from unnest(${wanted}::text[]) as s (address)
      -- One whose plant is on its way to another data centre, or there already, still belongs to its owner.
      where not exists (select from moved_loggers m where m.wire = ${labelWire} and m.address = s.address)
      on conflict (wire, address) do update
        set plant_id = excluded.plant_id, registered_at = excluded.registered_at, registered_by = excluded.registered_by
        where loggers.plant_id is null
      returning id, address`.execute(transaction)
    const fresh = new Map(taken.rows.map(({ id, address }) => [address, id]))
    const state = await sql<{ address: string; plant_id: number; waiting: number }>`
      select l.address, l.plant_id, (select count(*) from waiting_records w where w.logger_id = l.id)::int as waiting
      from loggers l where l.wire = ${labelWire} and l.address = any(${wanted}::text[])`.execute(transaction)
    const byAddress = new Map(state.rows.map((row) => [row.address, row]))
    if (fresh.size > 0) await notify(transaction, 'logger_registered', [...fresh.values()].join(','))

    const answered = new Set<string>()
    return given.serials.map((serial, index): Registration => {
      const address = parsed[index]
      if (address === undefined) return { serial, result: 'INVALID', waitingRecords: 0 }
      const row = byAddress.get(address)
      const isFresh = fresh.has(address) && !answered.has(address)
      answered.add(address)
      if (isFresh) return { serial, result: 'REGISTERED', waitingRecords: row?.waiting ?? 0 }
      return { serial, result: row?.plant_id === given.plantId ? 'ALREADY_HERE' : 'TAKEN', waitingRecords: 0 }
    })
  })
}
