import { queryOptions } from '@tanstack/react-query'
import { plantKey } from '../api/queries.ts'
import { fetchBusinesses, fetchMembers } from '../api/sharing.ts'

export const membersQuery = (id: number) =>
  queryOptions({
    queryKey: [...plantKey(id), 'members'],
    queryFn: ({ signal }) => fetchMembers(id, signal),
  })

export const businessesQuery = (id: number) =>
  queryOptions({
    queryKey: [...plantKey(id), 'businesses'],
    queryFn: ({ signal }) => fetchBusinesses(id, signal),
  })
