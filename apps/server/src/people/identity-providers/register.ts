import { randomInt } from 'node:crypto'
import { findContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { AcceptedTexts } from '../../platform/branding/branding.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { insertUser, prepareUser } from '../accounts/accounts.ts'
import { insertBinding } from './bindings.ts'
import type { ProviderAccount } from './connector.ts'
import type { ProviderKind } from './providers.ts'
import { takeTicket } from './tickets.ts'

const MOST_TRIES = 6

/**
 * Creates an account without a password for the holder of a ticket; runs in the caller's transaction. An email address
 * that another account already uses stays there: accounts are never joined by address.
 * @returns the new user's ID
 * @throws Refusal THIRD_PARTY_STATE, ..._USED
 */
export async function registerWithTicket(
  kysely: Kysely<Tables>,
  options: Readonly<{
    ticket: string
    country: string
    language: string
    accepted: AcceptedTexts | null
    nowMs: number
    find: (id: string) => Readonly<{ id: string; kind: ProviderKind }> | undefined
  }>,
): Promise<number> {
  const { nowMs } = options
  const ticket = await takeTicket(kysely, options.ticket, nowMs)
  const provider = options.find(ticket.provider)
  if (provider === undefined || ticket.userId !== null) throw new Refusal('THIRD_PARTY_STATE')
  return await registerProviderAccount(kysely, { ...options, provider, account: ticket.account })
}

type NewPerson = Readonly<{
  country: string
  language: string
  accepted?: AcceptedTexts | null
  isAdmin?: boolean
  nowMs: number
}>

/** Creates an account without a password, linked to an account at a provider. @returns its id @throws Refusal ..._USED */
export async function registerProviderAccount(
  kysely: Kysely<Tables>,
  options: NewPerson & Readonly<{ provider: Readonly<{ id: string; kind: ProviderKind }>; account: ProviderAccount }>,
): Promise<number> {
  const { provider, account, nowMs } = options
  const userId = await insertPerson(kysely, account, options)
  await insertBinding(kysely, { provider, account, userId, nowMs })
  return userId
}

async function insertPerson(
  kysely: Kysely<Tables>,
  { label, email }: ProviderAccount,
  options: NewPerson,
): Promise<number> {
  const { country, language, accepted = null, isAdmin = false, nowMs } = options
  const contact = email === null ? undefined : findContact(email)
  for (let tried = 1; ; tried += 1) {
    const user = await prepareUser({
      account: toAccount(label, tried),
      password: null,
      nickname: label,
      email: contact?.kind === 'email' && !(await isUsed(kysely, contact.value)) ? contact.value : null,
      country,
      language,
      accepted,
      isAdmin,
      nowMs,
    })
    try {
      return await insertUser(kysely, user)
    } catch (fault) {
      // The name is taken, or the address was taken a moment ago.
      if (!(fault instanceof Refusal) || fault.code !== 'ACCOUNT_EXISTS' || tried === MOST_TRIES) throw fault
    }
  }
}

/** "Mira Lindén" -> mira-lindén, mira-lindén-48213; a label without letters becomes a number. */
export function toAccount(label: string, tried: number): string {
  const slug = label
    .toLowerCase()
    // A label that looks like an address must not become a name: only the owner of an address signs in with it.
    .replace(/@.*$/, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
  const isPlain = /\p{L}/u.test(slug)
  if (isPlain && tried === 1) return slug
  return `${isPlain ? slug : 'user'}-${randomInt(10_000, 100_000_000)}`
}

/** An account name may equal an address: another account must not already sign in with that text. */
async function isUsed(kysely: Kysely<Tables>, email: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb(eb.fn('lower', ['email']), '=', email), eb(eb.fn('lower', ['account']), '=', email)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
