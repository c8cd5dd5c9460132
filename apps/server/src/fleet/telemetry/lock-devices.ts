import type { PoolClient } from 'pg'

/**
 * Locks devices in the order of every append, which therefore waits until their samples are in a new place.
 * @param keys arrays of plants and of devices in PostgreSQL's text; what follows them is left out
 */
export async function lockDevices(client: PoolClient, [plants, devices]: readonly string[]): Promise<void> {
  await client.query(
    `select 1 from device_latest where (plant_id, device_id) in (select * from unnest($1::bigint[], $2::bigint[]))
     order by plant_id, device_id for no key update`,
    [plants, devices],
  )
}
