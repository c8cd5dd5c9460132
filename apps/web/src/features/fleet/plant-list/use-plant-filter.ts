import { type Status, statuses } from '@heliograph/domain/status.ts'
import { readSort, sortText } from '../../../address/plant-sort.ts'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { newestFirst, type PlantSort, worstFirst } from '../../../api/plant-order.ts'
import { useUsualSort } from '../../../plant/usual-sort.ts'

export type PlantFilter = Readonly<{
  status: Status | undefined
  sort: PlantSort
  /** The order as the address writes it; null: the usual one. */
  sortText: string | null
  /** The same for the other one of worst first and newest first. */
  otherSortText: string | null
}>

/** Filter and order of the list, from the URL. */
export function usePlantFilter(): PlantFilter {
  const { params } = useUrlState()
  const usual = useUsualSort()
  const sort = readSort(params, usual)
  return {
    status: readOneOf(params, 'status', statuses),
    sort,
    sortText: sortText(sort, usual),
    otherSortText: sortText(sort.by === 'newest' ? worstFirst : newestFirst, usual),
  }
}
