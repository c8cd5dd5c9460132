import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { focusManager, type QueryClient } from '@tanstack/react-query'
import { call, hasBearer } from '../api/call.ts'
import { CallFailure } from '../api/failure.ts'
import { createRenewal } from './session-life.ts'

const renewIfDue = createRenewal({
  renew: async () => {
    const { expires_in } = await call('POST /oauth2-s/oauth/token', { body: { grant_type: 'refresh_token' } })
    return expires_in
  },
  isOver: (failure) => failure instanceof CallFailure && failure.verdict.goToLogin,
  nowMs: () => Date.now(),
  // Locks are missing on plain http; there, two windows in the same second may collide.
  alone: (run) => navigator.locks?.request('heliograph.renewal', run) ?? run(),
})

/**
 * Renews the session of the cookie automatically: before the queries of a page that becomes visible again, and on a
 * page that is always visible, in a quiet moment. A token from the URL is not renewed.
 */
export async function startRenewal(client: QueryClient): Promise<void> {
  if (hasBearer()) return
  focusManager.setEventListener((onLook) => {
    const look = (): void => void renewIfDue().then(() => onLook())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
  setInterval(() => {
    if (!document.hidden && client.isFetching() === 0) void renewIfDue()
  }, HOUR_MS)
  await renewIfDue()
}
