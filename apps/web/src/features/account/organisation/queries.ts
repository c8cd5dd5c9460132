import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const organisationKey = (id: number) => ['organisation', id] as const
export const organisationQuery = (id: number) =>
  queryOptions({
    queryKey: organisationKey(id),
    queryFn: ({ signal }) => call('GET /user-s/org/{id}', { params: { id } }, { signal }),
  })
