import { type Status, statuses } from '@heliograph/domain/status.ts'
import { readOneOf, useUrlState } from '../../address/url-state.ts'

export type PlantFilter = Readonly<{ status: Status | undefined; order: 'worst' | 'newest' }>

/** Filter and order of the list, from the URL. */
export function usePlantFilter(): PlantFilter {
  const { params } = useUrlState()
  return {
    status: readOneOf(params, 'status', statuses),
    order: readOneOf(params, 'sort', ['worst']) ?? 'newest',
  }
}
