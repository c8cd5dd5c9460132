import { normalizeContact } from '@heliograph/domain/contact.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { countUse } from '../../platform/one-time-tokens/one-time-tokens.ts'
import { INVITATION_DAYS } from './invitations.ts'

/** Everything an invitation by email needs. */
export type Inviting = Readonly<{
  mail: Mail
  publicUrl: string
  /** The host whose brand the email carries. */
  host: string
  /** Of the email. */
  language: string
  userId: number
  nowMs: number
}>

/** The number of invitations per person and day. Withdrawn ones count; otherwise this server could be used for spam. */
const perDay = { kind: 'invitations sent', most: 100, withinMs: DAY_MS } as const

/** Counts one more, if the transaction comes about. @throws Refusal TOO_MANY_REQUESTS */
export async function noteInvitationSent(
  transaction: Kysely<Tables>,
  { userId, nowMs }: Pick<Inviting, 'userId' | 'nowMs'>,
): Promise<void> {
  if (!(await countUse(transaction, { ...perDay, of: String(userId), nowMs }))) throw new Refusal('TOO_MANY_REQUESTS')
}

/** @throws Refusal EMAIL_FORMAT */
export function readEmail(text: string): string {
  if (!text.includes('@')) throw new Refusal('EMAIL_FORMAT')
  const { kind, value } = normalizeContact(text)
  if (kind !== 'email') throw new Refusal('EMAIL_FORMAT')
  return value
}

/** Queues the email with the link in the transaction that creates the invitation. */
export async function sendInvitationEmail(
  transaction: Kysely<Tables>,
  { mail, publicUrl, host, language, userId }: Inviting,
  letter: Readonly<{ to: string; kind: 'organization' | 'plant'; name: string; token: string }>,
): Promise<void> {
  const { nickname } = await transaction
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const link = `${publicUrl.replace(/\/$/, '')}/invitation?token=${letter.token}`
  await mail.sendEmail(
    {
      to: letter.to,
      language,
      kind: letter.kind === 'plant' ? 'plantInvitation' : 'organizationInvitation',
      values: { inviter: nickname, [letter.kind]: letter.name, days: INVITATION_DAYS, link },
      host,
    },
    transaction,
  )
}
