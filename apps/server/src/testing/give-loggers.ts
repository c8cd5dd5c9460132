import type { Db } from '../platform/db/database.ts'

/** Loggers that are already proven; their waiting records are attributed. */
export async function giveLoggers(db: Db, plantId: number, serials: readonly (number | string)[]): Promise<void> {
  await db.pool.query(
    `with given as (
       insert into loggers (wire, address, plant_id, registered_at)
       select 'solarman-v5', lpad(s.serial, greatest(8, length(s.serial)), '0'), $1, now() from unnest($2::text[]) as s (serial)
       on conflict (wire, address) do update set plant_id = excluded.plant_id, registered_at = excluded.registered_at
       returning id)
     select pg_notify('logger_registered', string_agg(id::text, ',')) from given`,
    [plantId, serials.map(String)],
  )
}
