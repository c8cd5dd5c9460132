import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'

/** A device that came or went. `plantId`: the other plant; null: gone, or not to be seen by who asks. */
export type PlantMove = Readonly<{
  deviceId: number
  kind: 'came' | 'went'
  atMs: number
  plantId: number | null
  plantName: string | null
  /** It went alone, and a logger of the plant that it left still sends records of it, which are not counted. */
  still: Readonly<{ atMs: number; loggerName: string | null }> | null
}>

const MOST = 1_000
/** Afterwards it is over. */
const STILL_MS = DAY_MS

/** The devices that came to a plant or left it for another, the last move first. */
export async function listMovesOfPlant(
  db: Db,
  plantId: number,
  holder: Holder,
  nowMs: number,
): Promise<readonly PlantMove[]> {
  const { rows } = await db.pool.query<{
    device_id: number
    kind: 'came' | 'went'
    at: Date
    other: number | null
    name: string | null
    still_at: Date | null
    logger: string | null
  }>(
    `select m.device_id, m.kind, m.at, h.plant_id as other, p.name, case when m.still_at > $5 then m.still_at end as still_at,
       case when m.kind = 'went' or h.plant_id is not null then coalesce(nullif(l.name, ''), l.address) end as logger
     from (select device_id, 'came' as kind, at, from_plant_id as other, still_at, still_logger_id
         from device_moves where plant_id = $1
       union all
       select from_device_id, 'went', at, plant_id, still_at, still_logger_id
         from device_moves where from_plant_id = $1 and from_device_id is not null) m
       left join loggers l on l.id = m.still_logger_id
       left join lateral (select plant_id from plant_holders where plant_id = m.other
         and (expires_at is null or expires_at > $4)
         and case when $3::bigint is null then user_id = $2 else organization_id = $3 end
         and ($6::bigint[] is null or plant_id = any($6)) limit 1) h on true
       left join plants p on p.id = h.plant_id
     order by m.at desc, m.device_id limit ${MOST}`,
    [
      ...[plantId, holder.userId, holder.organizationId, new Date(nowMs).toISOString()],
      new Date(nowMs - STILL_MS).toISOString(),
      holder.plantIds ?? null,
    ],
  )
  return rows.map((row) => ({
    deviceId: row.device_id,
    kind: row.kind,
    atMs: row.at.getTime(),
    plantId: row.other,
    plantName: row.name,
    still: row.still_at === null ? null : { atMs: row.still_at.getTime(), loggerName: row.logger },
  }))
}
