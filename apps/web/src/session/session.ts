import type { CurrentUser } from '@heliograph/contract/user-s/acc.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { call, setTransport } from '../api/call.ts'
import { userQuery } from '../api/queries.ts'

const TOKEN = 'heliograph.token'

/** A token that came with the address; the page's own sign-in lives in a cookie that no script can read. */
export function restoreToken(): void {
  setTransport({ token: sessionStorage.getItem(TOKEN) ?? undefined })
}

export function storeToken(token: string): void {
  sessionStorage.setItem(TOKEN, token)
  setTransport({ token })
}

export function clearToken(): void {
  sessionStorage.removeItem(TOKEN)
  setTransport({ token: undefined })
}

/** Ends the session here and, as far as it can be reached, on the server. */
export async function endSession(): Promise<void> {
  await call('POST /oauth2-s/oauth/logout').catch(() => undefined)
  clearToken()
}

/** Nothing that one user saw may stand on the screen of the next. */
export async function forgetEverything(client: QueryClient): Promise<void> {
  await client.cancelQueries()
  client.clear()
}

export async function signIn(
  client: QueryClient,
  given: Readonly<{ account: string; password: string; keep: boolean }>,
): Promise<void> {
  clearToken()
  await call('POST /oauth2-s/oauth/token', {
    body: { grant_type: 'password', username: given.account, password: given.password, keep: given.keep ? '1' : '0' },
  })
  await forgetEverything(client)
  // Asked here, so that a cookie the browser refused shows at the sign-in and not as a loop.
  await client.fetchQuery(userQuery)
}

/** The signed-in user; only below RequireUser. */
export function useUser(): CurrentUser {
  const { data } = useQuery(userQuery)
  if (!data) throw new Error('useUser outside RequireUser')
  return data
}

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(async () => {
    await endSession()
    void navigate('/login', { replace: true })
    await forgetEverything(client)
  }, [client, navigate])
}
