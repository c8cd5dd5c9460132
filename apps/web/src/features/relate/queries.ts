import type { CallReply } from '@heliograph/contract/calls.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { plantKey } from '../../api/queries.ts'
import { quiet } from '../../api/query-client.ts'

export type Members = CallReply<'GET /maintain-s/station/{id}/members'>
export const membersQuery = (id: number) =>
  queryOptions({
    queryKey: [...plantKey(id), 'members'],
    queryFn: ({ signal }) => call('GET /maintain-s/station/{id}/members', { params: { id } }, { signal }),
    meta: quiet,
  })

export const businessesQuery = (id: number) =>
  queryOptions({
    queryKey: [...plantKey(id), 'businesses'],
    queryFn: ({ signal }) =>
      call('GET /maintain-s/station/{id}/queryRelated/businesses', { params: { id } }, { signal }),
    meta: quiet,
  })

const AUDIT_PAGE = 20

export const auditQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...plantKey(id), 'audit'],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /maintain-s/station/{id}/audit',
        { params: { id }, query: { page: pageParam, size: AUDIT_PAGE } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * AUDIT_PAGE < last.total ? page + 1 : undefined),
    meta: quiet,
  })
