import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser, HumanCheck, TokenReply } from '../api/account-types.ts'
import { call, callCenter, setTransport } from '../api/call.ts'
import { CallFailure } from '../api/failure.ts'
import { forgetAnswers } from '../api/kept-state.ts'
import { userQuery } from '../api/queries.ts'
import { endOffer } from '../api/undo-offers.ts'
import { forgetSession, noteSession } from './session-life.ts'

const TOKEN = 'heliograph.token'
const SIGNED_OUT = 'heliograph.signedOut'

/** A token from the URL; the page's own sign-in lives in a cookie that scripts cannot read. */
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

/** Ends the session here and, if it can be reached, on the server. */
export async function endSession(): Promise<void> {
  await call('POST /oauth2-s/oauth/logout').catch(() => undefined)
  clearToken()
  forgetSession()
  await forgetAnswers()
}

let isEndExpected = false
const endListeners = new Set<() => void>()

/** While the page itself waits for the session to end, as a move of the account does: then it stays, and says so. */
export function expectSessionEnd(isExpected: boolean): void {
  isEndExpected = isExpected
  for (const listen of endListeners) listen()
}

export const useSessionEndExpected = (): boolean =>
  useSyncExternalStore(
    (listen) => {
      endListeners.add(listen)
      return () => endListeners.delete(listen)
    },
    () => isEndExpected,
  )

/**
 * For the call that ends the session, as the deletion of the account does. Other calls may be refused before its reply
 * arrives; they lead to the sign-in only if this one fails. On success the caller leads to a page that needs no session,
 * and once this one is left, nothing of the session stays here.
 * @returns runs the call, and throws what it throws
 */
export function useLastCall(): (run: () => Promise<unknown>) => Promise<void> {
  const client = useQueryClient()
  const hasEnded = useRef(false)
  useEffect(
    () => () => {
      if (hasEnded.current) void endSession().then(() => forgetEverything(client))
      expectSessionEnd(false)
    },
    [client],
  )
  return useCallback(
    async (run) => {
      expectSessionEnd(true)
      try {
        await run()
        hasEnded.current = true
      } catch (failure) {
        expectSessionEnd(false)
        // The session was over before.
        if (failure instanceof CallFailure && failure.verdict.goToLogin) dropSession(client, failure)
        throw failure
      }
    },
    [client],
  )
}

/**
 * The session ended elsewhere: nothing of it stays here (a redirect by a proxy ends none), and RequireUser leads to the
 * sign-in. After a 401 the user is requested again first, for the call may have carried a cookie that another tab has
 * just replaced.
 */
export function dropSession(client: QueryClient, failure: CallFailure): void {
  if (isEndExpected) return
  clearToken()
  if (failure.verdict.session === 'clear') {
    forgetSession()
    endOffer()
    void forgetAnswers()
  }
  const user = client.getQueryCache().find({ queryKey: userQuery.queryKey })
  if (user?.state.status !== 'success') return
  if (failure.verdict.row !== '401') user.setState({ ...user.state, status: 'error', error: failure })
  // The request for the user may be the one that failed: its failure is on the way, and another would never end.
  else void client.invalidateQueries({ queryKey: userQuery.queryKey }, { cancelRefetch: false })
}

/** Nothing that one user saw may appear on the screen of the next. */
export async function forgetEverything(client: QueryClient): Promise<void> {
  endOffer()
  await client.cancelQueries()
  client.clear()
  await forgetAnswers()
}

/** A failure code that no server sends: the sign-in worked, but the next call came without its cookie. */
export const COOKIE_REFUSED = 'COOKIE_REFUSED'

/**
 * Completes every reply that opened a session, by any method.
 * @throws CallFailure with COOKIE_REFUSED when the browser kept no cookie: the sign-in shows it instead of looping
 */
export async function completeSignIn(client: QueryClient, token: TokenReply): Promise<void> {
  clearToken()
  sessionStorage.removeItem(SIGNED_OUT)
  noteSession(token.expires_in, Date.now(), callCenter())
  await forgetEverything(client)
  try {
    await client.fetchQuery(userQuery)
  } catch (failure) {
    if (!(failure instanceof CallFailure) || failure.status !== 401) throw failure
    throw new CallFailure({ kind: 'status', status: 401, body: { code: COOKIE_REFUSED } })
  }
}

export type Credentials = Readonly<{
  account: string
  password: string
  keep: boolean
  humanCheck?: HumanCheck | undefined
}>

/** @throws CallFailure; with SECOND_FACTOR_REQUIRED its detail carries the challenge of `finishSignIn` */
export async function signIn(client: QueryClient, options: Credentials): Promise<void> {
  clearToken()
  const token = await call('POST /oauth2-s/oauth/token', {
    body: {
      grant_type: 'password',
      username: options.account,
      password: options.password,
      keep: options.keep ? '1' : '0',
      ...(options.humanCheck ? { human_check: JSON.stringify(options.humanCheck) } : {}),
    },
  })
  await completeSignIn(client, token)
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export async function finishSignIn(
  client: QueryClient,
  options: Readonly<{ challenge: string; code: string }>,
): Promise<void> {
  const token = await call('POST /oauth2-s/oauth/token', { body: { grant_type: 'second_factor', ...options } })
  await completeSignIn(client, token)
}

/** Home Assistant has signed the visitor in already. @throws CallFailure; with SECOND_FACTOR_REQUIRED as `signIn` */
export async function signInByIngress(client: QueryClient, language: LanguageCode): Promise<void> {
  clearToken()
  await completeSignIn(client, await call('POST /oauth2-s/third-party/ingress', { body: { language } }))
}

/** Whether the visitor has left in this tab: then nothing signs them in again by itself. */
export const hasSignedOut = (): boolean => sessionStorage.getItem(SIGNED_OUT) !== null

/** The user whom RequireUser has let in. */
export const UserContext = createContext<CurrentUser | undefined>(undefined)

/** The signed-in user; only below RequireUser. While a sign-out leaves the page, the cache has none any more. */
export function useUser(): CurrentUser {
  const entered = use(UserContext)
  const { data = entered } = useQuery(userQuery)
  if (!data) throw new Error('useUser outside RequireUser')
  return data
}

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(async () => {
    sessionStorage.setItem(SIGNED_OUT, '1')
    await endSession()
    void navigate('/login', { replace: true })
    await forgetEverything(client)
  }, [client, navigate])
}
