import type { Db } from '../../platform/db/database.ts'
import { RESTART_WINDOW_MS } from './judge-claims.ts'

/** A logger that a plant claims; reveals nothing about the logger itself. */
export type PlantClaim = Readonly<{
  serial: string
  claimedAtMs: number
  /** Until when its restart is awaited. */
  restartUntilMs: number | null
  /** From the last dispute about it. */
  dispute: 'open' | 'refused' | null
  /** The serial number of the logger whose place it takes. */
  replaces: string | null
}>

export async function listClaims(db: Db, plantId: number): Promise<readonly PlantClaim[]> {
  const rows = await db.kysely
    .selectFrom('logger_claims as c')
    .select(['c.address', 'c.claimed_at', 'c.restart_from'])
    .select((eb) =>
      eb
        .selectFrom('loggers as l')
        .whereRef('l.id', '=', 'c.replaces')
        .whereRef('l.plant_id', '=', 'c.plant_id')
        .select('l.address')
        .as('replaces'),
    )
    .select((eb) =>
      eb
        .selectFrom('logger_disputes as d')
        .whereRef('d.plant_id', '=', 'c.plant_id')
        .whereRef('d.wire', '=', 'c.wire')
        .whereRef('d.address', '=', 'c.address')
        .select((d) => d.fn.coalesce('d.decision', d.val('open')).as('state'))
        .orderBy('d.id', 'desc')
        .limit(1)
        .as('dispute'),
    )
    .where('c.plant_id', '=', plantId)
    .orderBy('c.address')
    .execute()
  return rows.map((row) => ({
    serial: row.address,
    claimedAtMs: row.claimed_at.getTime(),
    restartUntilMs: row.restart_from === null ? null : row.restart_from.getTime() + RESTART_WINDOW_MS,
    dispute: row.dispute === 'open' ? 'open' : row.dispute === 'holder' ? 'refused' : null,
    replaces: row.replaces,
  }))
}
