import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const organizationKey = (id: number) => ['organization', id] as const
export const organizationQuery = (id: number) =>
  queryOptions({
    queryKey: organizationKey(id),
    queryFn: ({ signal }) => call('GET /user-s/org/{id}', { params: { id } }, { signal }),
  })
