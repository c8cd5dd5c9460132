import { type Status, statuses } from '@heliograph/domain/status.ts'
import { readSort } from '../../address/plant-sort.ts'
import { readOneOf, useUrlState } from '../../address/url-state.ts'
import type { PlantSort } from '../../api/plant-order.ts'

export type PlantFilter = Readonly<{ status: Status | undefined; sort: PlantSort }>

/** Which plants the list shows and in what order, as the address says. */
export function usePlantFilter(): PlantFilter {
  const { params } = useUrlState()
  return { status: readOneOf(params, 'status', statuses), sort: readSort(params) }
}
