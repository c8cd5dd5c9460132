import type { SharingEvent, SystemEvent } from '@heliograph/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { PersonalMessage } from '../../people/inbox/inbox.ts'
import { postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Email, type EmailKind, nameBrowser } from '../../platform/mail/mail.ts'

type Announcement =
  | Readonly<{ kind: 'system'; event: SystemEvent }>
  | Readonly<{ kind: 'sharing'; event: SharingEvent }>

const system = (event: SystemEvent): Announcement => ({ kind: 'system', event })
const sharing = (event: SharingEvent): Announcement => ({ kind: 'sharing', event })

/** The message center's entry for an email of another room; null: codes, and emails that are out of date once read. */
const messageOf: Readonly<Record<EmailKind, Announcement | null>> = {
  verificationCode: null,
  accountExists: null,
  accountCancelled: null,
  accountMoved: null,
  passwordChanged: system('passwordChanged'),
  newBrowser: system('newBrowser'),
  contactChanged: system('contactChanged'),
  secondFactorChanged: system('secondFactorChanged'),
  exportReady: system('exportReady'),
  plantExportReady: system('exportReady'),
  // Its reader needs no account.
  reportOffered: null,
  loggerDoubted: system('loggerDoubted'),
  loggerDispute: system('loggerDispute'),
  organizationInvitation: sharing('invited'),
  plantInvitation: sharing('invited'),
  plantOffered: sharing('offered'),
  plantOfferAnswered: sharing('offerAnswered'),
}

/**
 * Puts an email's news into the message center of its reader, too, where it goes to the other channels from. Called
 * when the email is sent, not when it is ordered: the reply to the person who ordered it must not reveal whether its
 * reader has an account.
 * @param id of the email: over all its tries one message
 */
export async function tellOfEmail(db: Db, email: Email, id: string, nowMs: number): Promise<void> {
  const announcement = messageOf[email.kind]
  if (!announcement) return
  const { values, to } = email
  const account = typeof values.account === 'string' ? values.account : to
  const { rows } = await sql<{ id: number }>`select id from users
    where moved_to is null and (lower(email) = lower(${to}) or lower(account) = lower(${account})
      or lower(email) = lower(${account})) order by lower(email) = lower(${to}) desc nulls last limit 1`.execute(
    db.kysely,
  )
  const [reader] = rows
  if (reader === undefined) return
  const message: PersonalMessage = {
    ...announcement,
    key: `email:${id}`,
    userIds: [reader.id],
    plantId: null,
    atMs: nowMs,
    isMailed: true,
    facts: factsOf(values),
  }
  await db.transaction((transaction) => postMessages(transaction, [message], nowMs))
}

/** Names and words that texts use; links hold tokens and stay out. */
function factsOf(values: Email['values']): PersonalMessage['facts'] {
  const { inviter, plant, organization, answer, kind, browser, logger } = values
  const facts = { inviter, plant, answer, kind, logger, name: plant ?? organization }
  const options = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '')
  return {
    ...(Object.fromEntries(options) as Record<string, string | number>),
    ...(typeof browser === 'string' ? { browser: nameBrowser(browser) } : {}),
  }
}
