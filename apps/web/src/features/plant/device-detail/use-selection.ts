import type { Quantity } from '@heliograph/domain/quantities.ts'
import { useQuery } from '@tanstack/react-query'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { type Period, periods } from '../../../charts/period/period.ts'
import { quantitiesQuery } from './device-queries.ts'
import { type Hurdle, hurdleOf, NOTHING, readSelection, toggled, toQuantities } from './history/history-state.ts'

/** The selection of the history, from the URL; shared by the chart, its list and the values. */
export function useSelection(deviceId: number) {
  const { params: search, change } = useUrlState()
  const query = useQuery(quantitiesQuery(deviceId))
  const period: Period = readOneOf(search, 'period', periods) ?? 'day'
  const quantities = toQuantities(query.data ?? [])
  const ids = readSelection(search.get('show'), quantities, period)
  const chosen = quantities.filter(({ id }) => ids.includes(id))
  return {
    query,
    period,
    quantities,
    ids,
    hurdle: (quantity: Quantity): Hurdle | undefined => hurdleOf(quantity, chosen, period),
    toggle: (id: string): void => change({ show: toggled(ids, id) || NOTHING }, { replace: true }),
    clear: (): void => change({ show: NOTHING }, { replace: true }),
    reset: (): void => change({ show: null }, { replace: true }),
  }
}
export type Selection = ReturnType<typeof useSelection>
