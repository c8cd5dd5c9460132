import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Query } from './query.ts'

/** Limits on a person's actions about loggers that are not theirs yet, per period. */
const budgets = {
  register: { most: 30, withinMs: MINUTE_MS },
  restart: { most: 10, withinMs: DAY_MS },
  code: { most: 10, withinMs: DAY_MS },
  dispute: { most: 5, withinMs: 30 * DAY_MS },
} as const

/** Counts for all nodes, and what is deleted and made again is counted again. @throws Refusal TOO_MANY_REQUESTS */
export async function spend(
  query: Query,
  kind: keyof typeof budgets,
  options: Readonly<{ userId: number | null; units?: number; nowMs: number }>,
): Promise<void> {
  const { userId, units = 1, nowMs } = options
  // The server itself.
  if (userId === null) return
  const { most, withinMs } = budgets[kind]
  const [row] = await query<{ spent: number; since: Date }>(
    `insert into logger_budgets as b (user_id, kind, since, spent) values ($1, $2, $3, $4)
     on conflict (user_id, kind) do update set
       spent = case when b.since <= $5 then excluded.spent else b.spent + excluded.spent end,
       since = case when b.since <= $5 then excluded.since else b.since end
     returning spent, since`,
    [userId, kind, new Date(nowMs).toISOString(), units, new Date(nowMs - withinMs).toISOString()],
  )
  if (row === undefined || row.spent <= most) return
  throw new Refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil((row.since.getTime() + withinMs - nowMs) / 1000) })
}

const longestMs = Math.max(...Object.values(budgets).map(({ withinMs }) => withinMs))

/** @returns the number of budgets that are over and were removed */
export async function removeOldBudgets(query: Query, nowMs: number): Promise<number> {
  const rows = await query('delete from logger_budgets where since < $1 returning user_id', [
    new Date(nowMs - longestMs).toISOString(),
  ])
  return rows.length
}
