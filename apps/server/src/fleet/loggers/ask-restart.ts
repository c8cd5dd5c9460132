import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { spend } from './budgets.ts'
import { RESTART_WINDOW_MS } from './judge-claims.ts'
import { queryOfClient } from './query.ts'
import { type ReadLabel, toSource } from './source.ts'

/**
 * Waits for a restart of the logger, which proves that the person has access to it.
 * @throws Refusal NOT_FOUND for a logger that the plant does not claim, TOO_MANY_REQUESTS
 * @returns until when
 */
export async function askRestart(
  db: Db,
  options: Readonly<{ plantId: number; userId: number | null; serial: string; nowMs: number; readLabel: ReadLabel }>,
): Promise<number> {
  const query = queryOfClient(db.pool)
  const label = options.readLabel(options.serial)
  if (label === undefined) throw new Refusal('NOT_FOUND')
  const { wire, address } = toSource(label)
  const values = [options.plantId, wire, address]
  const found = await query('select 1 from logger_claims where plant_id = $1 and wire = $2 and address = $3', values)
  if (found.length === 0) throw new Refusal('NOT_FOUND')
  await spend(query, 'restart', options)
  await query('update logger_claims set restart_from = $4 where plant_id = $1 and wire = $2 and address = $3', [
    ...values,
    new Date(options.nowMs).toISOString(),
  ])
  return options.nowMs + RESTART_WINDOW_MS
}
