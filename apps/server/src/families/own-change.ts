import { type Change, type ReAuthentication, reAuthenticate } from '../accounts/accounts.ts'
import type { UserContext } from './handler.ts'

/** The person shows again that it is them. @throws Refusal */
export const prove = ({ db, session, nowMs, client }: UserContext, proof: ReAuthentication): Promise<void> =>
  reAuthenticate(db, session.userId, proof, { nowMs, address: client.address })

/** Who changes something of their account, and how they are told. */
export const toChange = ({ session, services, nowMs, client, host }: UserContext): Change => ({
  session,
  mail: services.mail,
  nowMs,
  address: client.address,
  host,
})
