import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { putOneTimeToken, takeOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import type { ProviderAccount } from './connector.ts'

const TICKET_KIND = 'third-party-ticket'
const TICKET_MS = 15 * MINUTE_MS

/**
 * Represents a provider account whose holder has just signed in there; the ticket's holder may link that account once.
 */
export type Ticket = Readonly<{
  provider: string
  account: ProviderAccount
  /** The only user who may use it; null: any user who signs in or registers with it. */
  userId: number | null
}>

export const putTicket = (kysely: Kysely<Tables>, ticket: Ticket, nowMs: number): Promise<string> =>
  putOneTimeToken(kysely, { kind: TICKET_KIND, userId: ticket.userId, data: ticket, expiresAtMs: nowMs + TICKET_MS })

/** Runs in a transaction: if its work fails, the ticket stays valid. @throws Refusal THIRD_PARTY_STATE */
export async function takeTicket(kysely: Kysely<Tables>, secret: string, nowMs: number): Promise<Ticket> {
  const found = await takeOneTimeToken(kysely, TICKET_KIND, secret, nowMs)
  if (found === undefined) throw new Refusal('THIRD_PARTY_STATE')
  return found.data as Ticket
}
