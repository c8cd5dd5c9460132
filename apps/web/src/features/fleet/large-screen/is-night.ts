import type { FleetScreen } from '../../../api/screen.ts'

/** Every plant that has data sleeps. */
export const isNight = ({ counts: { total, byStatus } }: FleetScreen): boolean => {
  const asleep = byStatus.asleep ?? 0
  return asleep > 0 && asleep + (byStatus.waiting ?? 0) === total
}
