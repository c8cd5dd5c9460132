import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'

/** Each person's budget for calls; several nodes on one database together grant no more than one node. */
export type CallBudgets = Readonly<{
  /** @param cost in units: a cheap read is one @throws Refusal TOO_MANY_REQUESTS with the seconds to wait */
  spend: (userId: number, cost: number, nowMs: number) => Promise<void>
}>

type Lease = {
  units: number
  takenAtMs: number
  /** The content of the bucket after the last withdrawal; it refills from there. */
  left: number
  taking: Promise<void> | undefined
}

/** The share of a minute's units per statement: a node withdraws units in advance and serves calls from them. */
const LEASES_PER_MINUTE = 10
/** Units withdrawn in advance and not used expire after this time. */
const LEASE_MS = 30_000
const MOST_LEASES = 10_000

/**
 * A bucket per person that holds a minute's units and refills evenly.
 * @param options.unitsPerMinute 0: no limit
 */
export function createCallBudgets({ db, unitsPerMinute }: Readonly<{ db: Db; unitsPerMinute: number }>): CallBudgets {
  const perMs = unitsPerMinute / MINUTE_MS
  const leases = new Map<number, Lease>()

  const leaseOf = (userId: number): Lease => {
    const found = leases.get(userId)
    if (found) return found
    if (leases.size >= MOST_LEASES)
      for (const oldest of [...leases.keys()].slice(0, MOST_LEASES / 10)) leases.delete(oldest)
    const made: Lease = { units: 0, takenAtMs: Number.NEGATIVE_INFINITY, left: 0, taking: undefined }
    leases.set(userId, made)
    return made
  }

  const take = async (userId: number, lease: Lease, cost: number, nowMs: number): Promise<void> => {
    const wanted = Math.max(cost, Math.ceil(unitsPerMinute / LEASES_PER_MINUTE))
    const { granted, fullAtMs } = await grant(db, userId, { wanted, most: unitsPerMinute, perMs, nowMs })
    lease.units += granted
    lease.takenAtMs = nowMs
    lease.left = unitsPerMinute - (fullAtMs - nowMs) * perMs
  }

  return {
    spend: async (userId, cost, nowMs) => {
      if (unitsPerMinute === 0) return
      const lease = leaseOf(userId)
      if (nowMs - lease.takenAtMs > LEASE_MS) lease.units = 0
      while (lease.units < cost) {
        // Other nodes take from the same bucket, so the wait is no shorter than this.
        const waitMs = (cost - lease.units - lease.left) / perMs - (nowMs - lease.takenAtMs)
        if (waitMs > 0) throw new Refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil(waitMs / 1000) })
        // Many calls at once ask once.
        lease.taking ??= take(userId, lease, cost, nowMs).finally(() => {
          lease.taking = undefined
        })
        await lease.taking
      }
      lease.units -= cost
    },
  }
}

/** Takes as much as there is, up to what is wanted, in one statement. */
async function grant(
  db: Db,
  userId: number,
  { wanted, most, perMs, nowMs }: Readonly<{ wanted: number; most: number; perMs: number; nowMs: number }>,
): Promise<Readonly<{ granted: number; fullAtMs: number }>> {
  const options = 'least($2, greatest(0, floor($3 - greatest(b.full_at_ms - $5, 0) * $4 + 1e-6)))'
  const { rows } = await db.pool.query<{ granted: number; full_at_ms: number }>(
    `insert into call_budgets as b (user_id, full_at_ms, granted)
     values ($1, $5::float8 + least($2::float8, $3::float8) / $4::float8, least($2::float8, $3::float8))
     on conflict (user_id) do update set granted = ${options}, full_at_ms = greatest(b.full_at_ms, $5) + ${options} / $4
     returning granted, full_at_ms`,
    [userId, wanted, most, perMs, nowMs],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a budget was not kept')
  return { granted: row.granted, fullAtMs: row.full_at_ms }
}

/** @returns the number of removed rows: a budget that is full again needs none */
export async function removeFullBudgets(db: Db, nowMs: number): Promise<number> {
  const { rowCount } = await db.pool.query('delete from call_budgets where full_at_ms <= $1', [nowMs])
  return rowCount ?? 0
}
