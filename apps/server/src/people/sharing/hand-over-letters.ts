import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Email, Mail } from '../../platform/mail/mail.ts'
import type { Holder } from '../accounts/accounts.ts'

/** The emails to both sides. */
export type HandOverMail = Readonly<{
  mail: Pick<Mail, 'sendEmail'>
  publicUrl: string
  /** The host whose brand the emails carry. */
  host: string
}>

/** Letter to the person, or to the organization's administrators, that the plant is offered to them. */
export async function tellOffer(
  transaction: Kysely<Tables>,
  mail: HandOverMail,
  offer: Readonly<{ plant: string; to: Holder; from: number; days: number }>,
): Promise<void> {
  const { plant, to, from, days } = offer
  const organization = to.organizationId === null ? '' : await nameOf(transaction, to)
  const values = {
    inviter: await nameOf(transaction, { userId: from, organizationId: null }),
    plant,
    organization,
    days,
    as: to.organizationId === null ? 'person' : 'organization',
    link: mail.publicUrl,
  }
  await send(transaction, mail, { to: await readersOf(transaction, to), kind: 'plantOffered', values })
}

/** Informs the person who offered the plant of the result. @param options.to null: the account is gone */
export async function tellAnswer(
  transaction: Kysely<Tables>,
  mail: HandOverMail,
  options: Readonly<{ plant: string; by: Holder; to: number | null; answer: 'accepted' | 'declined' }>,
): Promise<void> {
  const { plant, by, to, answer } = options
  if (to === null) return
  const values = { plant, inviter: await nameOf(transaction, by), answer }
  const readers = await readersOf(transaction, { userId: to, organizationId: null })
  await send(transaction, mail, { to: readers, kind: 'plantOfferAnswered', values })
}

type Reader = Readonly<{ email: string | null; language: string }>

async function send(
  transaction: Kysely<Tables>,
  { mail, host }: HandOverMail,
  { to, ...letter }: Pick<Email, 'kind' | 'values'> & Readonly<{ to: readonly Reader[] }>,
): Promise<void> {
  for (const { email, language } of to)
    if (email !== null) await mail.sendEmail({ ...letter, to: email, language, host }, transaction)
}

const readersOf = (transaction: Kysely<Tables>, { userId, organizationId }: Holder): Promise<readonly Reader[]> =>
  organizationId === null
    ? transaction.selectFrom('users').select(['email', 'language']).where('id', '=', userId).execute()
    : transaction
        .selectFrom('organization_members as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['u.email', 'u.language'])
        .where('m.organization_id', '=', organizationId)
        .where('m.role', '=', 'admin')
        .execute()

async function nameOf(transaction: Kysely<Tables>, { userId, organizationId }: Holder): Promise<string> {
  const row =
    organizationId === null
      ? await transaction.selectFrom('users').select('nickname as name').where('id', '=', userId).executeTakeFirst()
      : await transaction.selectFrom('organizations').select('name').where('id', '=', organizationId).executeTakeFirst()
  return row?.name ?? ''
}
