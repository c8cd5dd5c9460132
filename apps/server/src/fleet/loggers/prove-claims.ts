import type pg from 'pg'
import { grantLogger } from './grant-logger.ts'
import type { Home, Sighting } from './home.ts'
import { type Claim, type Judgement, judgeClaims } from './judge-claims.ts'
import { type Query, queryOfClient } from './query.ts'

/** The contacts in one transaction of a logger that belongs to no plant, the oldest first. */
export type HeardUnclaimed = Readonly<{ loggerId: number; sightings: readonly Sighting[] }>

type Row = {
  id: number
  is_elsewhere: boolean
  places: string[] | null
  seen_at: Date | null
  boot_base_s: number | null
  total_s: number | null
  misfits: number | null
}
type ClaimRow = { logger_id: number; id: number; plant_id: number; claimed_by: number | null } & {
  place: string | null
  restart_from: Date | null
}

/** An unchanged home is written at most this often. */
const SEEN_EVERY_MS = 30_000

/**
 * Judges claims to loggers that just made contact, in the transaction that stores their data.
 * @returns the ids of those that have an owner now
 */
export async function proveClaims(
  client: Pick<pg.ClientBase, 'query'>,
  heard: readonly HeardUnclaimed[],
): Promise<readonly number[]> {
  if (heard.length === 0) return []
  const query = queryOfClient(client)
  const ids = heard.map(({ loggerId }) => loggerId).sort((a, b) => a - b)
  // A logger that moved to another data center belongs to an owner there.
  const rows = await query<Row>(
    `select l.id, h.places, h.seen_at, h.boot_base_s, h.total_s, h.misfits,
       exists (select from moved_loggers m where m.wire = l.wire and m.address = l.address) as is_elsewhere
     from loggers l left join logger_homes h on h.logger_id = l.id
     where l.id = any($1::bigint[]) and l.plant_id is null
     order by l.id for no key update of l`,
    [ids],
  )
  const claims = await readClaims(query, ids)
  const judged = rows.map((row) => {
    const home = toHome(row)
    const sightings = heard.filter(({ loggerId }) => loggerId === row.id).flatMap((item) => item.sightings)
    return {
      loggerId: row.id,
      before: home,
      ...judgeClaims(home, sightings, row.is_elsewhere ? [] : (claims.get(row.id) ?? [])),
    }
  })
  await writeHomes(query, judged.filter(hasMoved))
  const granted: number[] = []
  for (const { loggerId, home, proven } of judged) {
    if (proven === undefined || home === undefined) continue
    const { claim, proof } = proven
    const places = proof === 'address' ? home.places : []
    const { plantId, userId } = claim
    if ((await grantLogger(query, { loggerId, plantId, userId, places, proof, nowMs: home.seenMs })) !== undefined)
      granted.push(loggerId)
  }
  return granted
}

async function readClaims(query: Query, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Claim[]>> {
  const rows = await query<ClaimRow>(
    `select l.id as logger_id, c.id, c.plant_id, c.claimed_by, c.place, c.restart_from
     from loggers l join logger_claims c on c.wire = l.wire and c.address = l.address
     where l.id = any($1::bigint[]) order by c.claimed_at, c.id`,
    [ids],
  )
  const claims = new Map<number, Claim[]>()
  for (const row of rows) {
    const ofLogger = claims.get(row.logger_id) ?? []
    claims.set(row.logger_id, ofLogger)
    ofLogger.push({
      id: row.id,
      plantId: row.plant_id,
      userId: row.claimed_by,
      place: row.place,
      restartFromMs: row.restart_from?.getTime() ?? null,
    })
  }
  return claims
}

const toHome = ({
  places,
  seen_at: seenAt,
  boot_base_s: bootBaseS,
  total_s: totalS,
  misfits,
}: Row): Home | undefined =>
  places === null || seenAt === null
    ? undefined
    : { places, seenMs: seenAt.getTime(), bootBaseS, totalS, misfits: misfits ?? 0 }

type Judged = Judgement & Readonly<{ loggerId: number; before: Home | undefined }>

function hasMoved({ before, home }: Judged): boolean {
  if (home === undefined) return false
  if (before === undefined) return true
  return (
    home.places[0] !== before.places[0] ||
    home.bootBaseS !== before.bootBaseS ||
    home.misfits !== before.misfits ||
    home.seenMs - before.seenMs >= SEEN_EVERY_MS
  )
}

async function writeHomes(query: Query, judged: readonly Judged[]): Promise<void> {
  const rows = judged.flatMap(({ loggerId, home }) => (home === undefined ? [] : [{ loggerId, ...home }]))
  if (rows.length === 0) return
  await query(
    `insert into logger_homes (logger_id, places, seen_at, boot_base_s, total_s, misfits)
     select e.logger_id, e.places::text[], e.seen_at, e.boot_base_s, e.total_s, e.misfits
     from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::integer[])
       as e (logger_id, places, seen_at, boot_base_s, total_s, misfits)
     on conflict (logger_id) do update set places = excluded.places, seen_at = excluded.seen_at,
       boot_base_s = excluded.boot_base_s, total_s = excluded.total_s, misfits = excluded.misfits`,
    [
      rows.map(({ loggerId }) => loggerId),
      // Places hold digits, letters, dots, colons and a slash.
      rows.map(({ places }) => `{${places.join(',')}}`),
      rows.map(({ seenMs }) => new Date(seenMs).toISOString()),
      rows.map(({ bootBaseS }) => bootBaseS),
      rows.map(({ totalS }) => totalS),
      rows.map(({ misfits }) => misfits),
    ],
  )
}
