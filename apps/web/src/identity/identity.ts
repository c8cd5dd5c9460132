/** The identity of the session: the person or one of their organizations (specification, section 6). */
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Identity } from '@heliograph/domain/permissions.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { plantListPath } from '../address/paths.ts'
import type { IdentityRow, TokenReply } from '../api/account-types.ts'
import { call, callCenter } from '../api/call.ts'
import { forgetAnswers } from '../api/kept-state.ts'
import { canSeePlant } from '../api/plants.ts'
import { userQuery } from '../api/queries.ts'
import { endOffer } from '../api/undo-offers.ts'
import { clearToken } from '../auth/session.ts'
import { noteSession } from '../auth/session-life.ts'

export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => call('GET /user-s/acc/identity', undefined, { signal }),
  staleTime: MINUTE_MS,
})

export const identityTexts: Readonly<Record<Identity, TextKey>> = {
  USER: 'shell.identity.user',
  MANAGER: 'shell.identity.manager',
  ORG_ADMIN: 'shell.identity.organizationAdmin',
  ORG_USER: 'shell.identity.organizationUser',
}

const keyOf = (userId: number): string => `heliograph.identity.${userId}`

/** The organization chosen last on this device; undefined: none. */
export function readLastIdentity(userId: number): number | undefined {
  const id = Number(localStorage.getItem(keyOf(userId)))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function keepLastIdentity(userId: number, organizationId: number | null): void {
  if (organizationId === null) localStorage.removeItem(keyOf(userId))
  else localStorage.setItem(keyOf(userId), String(organizationId))
}

/** The identity to restore after a sign-in, or undefined when nothing changes. */
export function toRestore(rows: readonly IdentityRow[], last: number | undefined): IdentityRow | undefined {
  return rows.find((row) => !row.isCurrent && row.organizationId === last && last !== undefined)
}

/** Whether a page can stay open: a plant that the new identity may not see is left for the list of plants. */
export async function canStay(pathname: string, search: string): Promise<boolean> {
  if (!/^\/(plant|device-detail)/.test(pathname)) return true
  const id = Number(new URLSearchParams(search).get('id'))
  if (!pathname.startsWith('/plant/infos') || !Number.isSafeInteger(id) || id < 1) return false
  return canSeePlant(id)
}

/**
 * Drops what the old identity saw, here and on this device, before anything is asked as the new one. The page stays, so the new user must be set before the old one is removed: a render
 * in between would have no user.
 */
async function changeUser(client: QueryClient, { expires_in }: TokenReply): Promise<void> {
  clearToken()
  endOffer()
  noteSession(expires_in, Date.now(), callCenter())
  await forgetAnswers()
  const user = await call('GET /user-s/acc/org/login-user').catch(() => undefined)
  await client.cancelQueries()
  if (user === undefined) return window.location.reload()
  client.clear()
  client.setQueryData(userQuery.queryKey, user)
}

/** Applies a session for another identity: nothing that the old one saw stays on screen. */
export function useIdentityTaken(): (
  reply: TokenReply,
  userId: number,
  organizationId: number | null,
  to?: string,
) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(
    async (reply, userId, organizationId, to) => {
      keepLastIdentity(userId, organizationId)
      const stays = to === undefined && (await canStay(pathname, search))
      await changeUser(client, reply)
      void navigate(to ?? (stays ? `${pathname}${search}` : plantListPath()), { replace: true })
    },
    [client, navigate, pathname, search],
  )
}

/** Switches identity: a new session replaces this one. */
export function useTakeIdentity(): (userId: number, organizationId: number | null, to?: string) => Promise<void> {
  const taken = useIdentityTaken()
  return useCallback(
    async (userId, organizationId, to) => {
      const reply = await call('POST /user-s/acc/identity', { body: { organizationId } })
      await taken(reply, userId, organizationId, to)
    },
    [taken],
  )
}
