import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Letters, writeToOwners } from './disputes.ts'
import { hasLabelCode } from './label-codes.ts'
import { queryOfClient, queryOfKysely } from './query.ts'
import { releaseLoggers } from './release-loggers.ts'
import { type SourceId, toSource } from './source.ts'

/** For this long a proof by address alone yields; afterwards an administrator of the server decides. */
const YIELDS_MS = 30 * DAY_MS

/**
 * A sender that spoke first under a new serial may hold the logger by its own frames. The code on the label is the
 * stronger proof: the holder loses the logger if only an address proved it, less than 30 days ago, and another sender
 * has used the serial since. An undisturbed logger stays where it is, and so does one whose holder gave the code too.
 */
export async function yieldToLabel(
  db: Db,
  options: Readonly<{
    plantId: number
    source: SourceId
    code: string
    place: string | undefined
    nowMs: number
    letters?: Letters | undefined
  }>,
): Promise<void> {
  const { plantId, source, place, nowMs, letters } = options
  const { wire, address } = toSource(source)
  if (!(await hasLabelCode(queryOfClient(db.pool), source, options.code))) return
  await db.transaction(async (transaction) => {
    const query = queryOfKysely(transaction)
    const [logger] = await query<{ id: number; plant_id: number; yields: boolean }>(
      `select id, plant_id, coalesce(proof = 'address' and registered_at > $3
         and wire_state -> 'trust' -> 'doubted' is not null, false) as yields
       from loggers where wire = $1 and address = $2 and plant_id is not null for update`,
      [wire, address, new Date(nowMs - YIELDS_MS).toISOString()],
    )
    if (logger === undefined) return
    const { id, plant_id: holderId } = logger
    if (holderId === plantId) await query("update loggers set proof = 'code' where id = $1", [id])
    if (holderId === plantId || !logger.yields) return
    await releaseLoggers(query, holderId, id)
    // Neither the place nor the clocks of the former holder's sender prove anything from now on.
    await query(
      `update logger_homes set places = case when $2::text is null then '{}' else array[$2::text] end,
         boot_base_s = null, total_s = null, misfits = 0 where logger_id = $1`,
      [id, place ?? null],
    )
    if (letters !== undefined) await writeToOwners(transaction, letters, holderId, { logger: address, step: 'label' })
    await query("select pg_notify('plant_changed', $1)", [String(holderId)])
  })
}
