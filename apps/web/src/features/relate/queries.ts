import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchAudit } from '../../api/audit.ts'
import { plantKey } from '../../api/queries.ts'
import { fetchBusinesses, fetchMembers } from '../../api/sharing.ts'

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

const AUDIT_PAGE = 20

export const auditQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...plantKey(id), 'audit'],
    queryFn: ({ pageParam, signal }) => fetchAudit(id, { page: pageParam, size: AUDIT_PAGE }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * AUDIT_PAGE < last.total ? page + 1 : undefined),
  })
