/** The time zones that the server knows, which may be others than the browser's. */
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** `offset` of now, in minutes east of UTC. */
export type ListedZone = Readonly<{ key: string; offset: number }>

export const zonesQuery = queryOptions({
  queryKey: ['zones'],
  queryFn: async ({ signal }): Promise<readonly ListedZone[]> =>
    (await call('GET /region-s/dict/listTimezone/all', undefined, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
