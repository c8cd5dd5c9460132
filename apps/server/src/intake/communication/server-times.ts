import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Interval } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'

/** The clock notes each minute that the server runs; two of them may be late. */
const PAUSE_MS = 3 * MINUTE_MS

/** Notes that the server runs now: extends the last row, or begins one after an outage. */
export async function noteServerTime(db: Db, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString()
  const { rowCount } = await db.pool.query(
    `update server_times set to_at = greatest(to_at, $1)
     where from_at = (select max(from_at) from server_times) and to_at >= $1::timestamptz - $2 * interval '1 millisecond'`,
    [now, PAUSE_MS],
  )
  if (rowCount === 0)
    await db.pool.query('insert into server_times (from_at, to_at) values ($1, $1) on conflict do nothing', [now])
}

/** When the server ran, and when it did not, within a range; before the first note nothing is known. */
export type ServerTimes = Readonly<{ up: readonly Interval[]; outages: readonly Interval[] }>

export async function readServerTimes(db: Db, fromMs: number, toMs: number): Promise<ServerTimes> {
  const { rows } = await db.pool.query<{ from_at: Date; to_at: Date }>(
    `select from_at, to_at from server_times where to_at >= coalesce((select max(from_at) from server_times where from_at <= $1), $1)
       and from_at <= $2 order by from_at`,
    [new Date(fromMs).toISOString(), new Date(toMs).toISOString()],
  )
  const up = rows.map((row) => ({ fromMs: row.from_at.getTime(), toMs: row.to_at.getTime() }))
  const outages = up.slice(1).flatMap(({ fromMs: end }, i) => {
    const start = up[i]?.toMs ?? end
    return end > fromMs && start < toMs ? [{ fromMs: start, toMs: end }] : []
  })
  return { up, outages }
}

/** Whether the server ran at an instant. */
export const wasUp = ({ up }: ServerTimes, atMs: number): boolean =>
  up.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs + PAUSE_MS)
