import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../texts/use-text.tsx'
import { accountKey } from '../re-authentication/security-query.ts'

/** The providers for signing in here. */
export const providersQuery = queryOptions({
  queryKey: ['third-party'],
  queryFn: ({ signal }) => call('GET /oauth2-s/third-party', undefined, { signal }),
  staleTime: 5 * MINUTE_MS,
})

export const bindingsQuery = queryOptions({
  queryKey: [...accountKey, 'binding'],
  queryFn: ({ signal }) => call('GET /user-s/acc/binding', undefined, { signal }),
})

/** WeChat has another name in Chinese; other names are shown as configured. */
export function useProviderName(): (provider: Readonly<{ id: string; name: string }>) => string {
  const { text } = useText()
  return useMemo(
    () =>
      ({ id, name }) =>
        id === 'wechat' ? text('third-party.name.wechat') : name,
    [text],
  )
}
