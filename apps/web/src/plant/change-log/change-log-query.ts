import { infiniteQueryOptions } from '@tanstack/react-query'
import { fetchAudit } from '../../api/audit.ts'
import { plantKey } from '../../api/queries.ts'

const PAGE = 20

export const changeLogQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...plantKey(id), 'audit'],
    queryFn: ({ pageParam, signal }) => fetchAudit(id, { page: pageParam, size: PAGE }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * PAGE < last.total ? page + 1 : undefined),
  })
