import type { Query } from './query.ts'
import { releaseLoggers } from './release-loggers.ts'

/** A logger that another one took the place of, as its successor remembers it. */
export type ReplacedLogger = Readonly<{
  wire: string
  address: string
  name: string
  proof: string | null
  atMs: number
  /** The devices that went along. */
  deviceIds: readonly number[]
}>

/**
 * A logger of a plant takes the place of another one of it: name and devices go over, and the old one is let go. Without
 * the old one, nothing happens.
 * @param query of a transaction
 */
export async function takePlace(
  query: Query,
  { plantId, oldId, newId, nowMs }: Readonly<{ plantId: number; oldId: number; newId: number; nowMs: number }>,
): Promise<void> {
  const [old] = await query<{ wire: string; address: string; name: string; proof: string | null }>(
    'select wire, address, name, proof from loggers where id = $1 and plant_id = $2 for update',
    [oldId, plantId],
  )
  if (old === undefined || oldId === newId) return
  const devices = await query<{ id: number }>(
    'update devices set logger_id = $3 where plant_id = $1 and logger_id = $2 returning id',
    [plantId, oldId, newId],
  )
  const replaced: ReplacedLogger = { ...old, atMs: nowMs, deviceIds: devices.map(({ id }) => id) }
  await query("update loggers set replaced = $2, name = case when name = '' then $3 else name end where id = $1", [
    newId,
    JSON.stringify(replaced),
    old.name,
  ])
  await releaseLoggers(query, plantId, oldId)
  await query("select pg_notify('plant_changed', $1)", [String(plantId)])
}
