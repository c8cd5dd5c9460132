import { type Status, statuses } from '@heliograph/domain/status.ts'
import { troubleStatuses } from './queries.ts'

export type Summary = Readonly<{ total: number; well: number; asleep: number; waiting: number; trouble: number }>

/** One that sleeps is well. */
export function summarize(byStatus: Readonly<Partial<Record<Status, number>>>, total: number): Summary {
  const count = (wanted: readonly Status[]): number =>
    statuses.reduce((sum, status) => sum + (wanted.includes(status) ? (byStatus[status] ?? 0) : 0), 0)
  const asleep = count(['asleep'])
  return {
    total,
    well: count(['well']) + asleep,
    asleep,
    waiting: count(['waiting']),
    trouble: count(troubleStatuses),
  }
}
