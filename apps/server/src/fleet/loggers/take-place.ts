import { toPlace } from '@heliograph/domain/address.ts'
import type { Query } from './query.ts'
import { releaseLoggers } from './release-loggers.ts'

/** A logger that another one took the place of, as its successor remembers it. */
export type ReplacedLogger = Readonly<{
  wire: string
  address: string
  name: string
  proof: string | null
  /** From where it sent last (domain/address.ts), if that is known. */
  home?: Readonly<{ place: string; seenMs: number }> | undefined
  atMs: number
  /** The devices that went along. */
  deviceIds: readonly number[]
  /** Name of the successor if it was a logger of the plant already. */
  ownName?: string | undefined
}>

type Row = Pick<ReplacedLogger, 'wire' | 'address' | 'name' | 'proof'> & {
  remote_address: string
  last_seen_at: Date | null
  own_name: string
}
type Places = Readonly<{ plantId: number; oldId: number; newId: number; wasHere?: boolean; nowMs: number }>

/**
 * A logger of a plant takes the place of another one of it: name and devices go over, and the old one is let go. Without
 * the old one, nothing happens.
 * @param query of a transaction @param wasHere the new one was a logger of the plant before
 */
export async function takePlace(
  query: Query,
  { plantId, oldId, newId, wasHere = false, nowMs }: Places,
): Promise<void> {
  const [row] = await query<Row>(
    `select o.wire, o.address, o.name, o.proof, o.remote_address, o.last_seen_at, n.name as own_name
     from loggers o join loggers n on n.id = $3 where o.id = $1 and o.plant_id = $2 for update of o`,
    [oldId, plantId, newId],
  )
  if (row === undefined || oldId === newId) return
  const { remote_address: from, last_seen_at: seenAt, own_name: ownName, ...old } = row
  const place = toPlace(from)
  const devices = await query<{ id: number }>(
    'update devices set logger_id = $3 where plant_id = $1 and logger_id = $2 returning id',
    [plantId, oldId, newId],
  )
  const replaced: ReplacedLogger = {
    ...old,
    home: place === undefined || seenAt === null ? undefined : { place, seenMs: seenAt.getTime() },
    atMs: nowMs,
    deviceIds: devices.map(({ id }) => id),
    ownName: wasHere ? ownName : undefined,
  }
  await query("update loggers set replaced = $2, name = case when name = '' then $3 else name end where id = $1", [
    newId,
    JSON.stringify(replaced),
    old.name,
  ])
  await releaseLoggers(query, plantId, oldId)
  await query("select pg_notify('plant_changed', $1)", [String(plantId)])
}
