import { type Status, statuses } from '@heliograph/domain/status.ts'
import { readSort } from '../../address/plant-sort.ts'
import { readOneOf, useUrlState } from '../../address/url-state.ts'
import type { PlantSort } from '../../api/plant-order.ts'

export type PlantFilter = Readonly<{ status: Status | undefined; sort: PlantSort }>

/** Filter and order of the list, from the URL. */
export function usePlantFilter(): PlantFilter {
  const { params } = useUrlState()
  return { status: readOneOf(params, 'status', statuses), sort: readSort(params) }
}
