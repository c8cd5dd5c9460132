import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { userQuery } from '../../../../api/queries.ts'
import { accountKey } from '../../../../auth/re-authentication/security-query.ts'

export const passkeysQuery = queryOptions({
  queryKey: [...accountKey, 'passkeys'],
  queryFn: ({ signal }) => call('GET /user-s/acc/passkey', undefined, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: [...accountKey, 'sessions'],
  queryFn: ({ signal }) => call('GET /user-s/acc/session', undefined, { signal }),
})

export const tokensQuery = queryOptions({
  queryKey: [...accountKey, 'tokens'],
  queryFn: ({ signal }) => call('GET /user-s/acc/token', undefined, { signal }),
})

export const brokersQuery = queryOptions({
  queryKey: [...accountKey, 'brokers'],
  queryFn: ({ signal }) => call('GET /user-s/acc/broker', undefined, { signal }),
  // Its state changes by itself.
  refetchInterval: (query) => (query.state.data?.data.length ? 10_000 : false),
})

const LOG_PAGE = 10

export const signInLogQuery = infiniteQueryOptions({
  queryKey: [...accountKey, 'sign-in-log'],
  queryFn: ({ pageParam, signal }) =>
    call(
      'GET /user-s/acc/sign-in-log',
      { query: { page: pageParam, size: LOG_PAGE, 'order.direction': 'DESC', 'order.property': 'id' } },
      { signal },
    ),
  initialPageParam: 1,
  getNextPageParam: (last, _all, page) => (page * LOG_PAGE < last.total ? page + 1 : undefined),
})

/** After a change: reloads everything about the account, and the user in the header. */
export async function refreshAccount(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: accountKey }),
    client.invalidateQueries({ queryKey: userQuery.queryKey }),
  ])
}
