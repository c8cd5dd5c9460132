import { type Change, type ReAuthentication, reAuthenticate } from '../../people/accounts/accounts.ts'
import type { UserContext } from './handler.ts'

/** Confirms the person's identity again. @throws Refusal */
export const confirmIdentity = ({ db, session, nowMs, client }: UserContext, proof: ReAuthentication): Promise<void> =>
  reAuthenticate(db, session.userId, proof, { nowMs, address: client.address })

/** The author of an account change, and the way to notify them. */
export const toChange = ({ session, services, nowMs, client, visit: host }: UserContext): Change => ({
  session,
  mail: services.mail,
  nowMs,
  address: client.address,
  host,
})
