import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import { removePlant } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { type DeletionPlan, planDeletion } from './deletion-checks.ts'

export type Deletion = Readonly<{
  userId: number
  /** The account name that the user typed as confirmation. */
  phrase: string
  nowMs: number
}>

type Person = Readonly<{ id: number; account: string; email: string | null; phone: string | null; language: string }>

/** Lists the losses, the checks and the text to type: the account's name. */
export async function viewDeletionPlan(
  db: Db,
  userId: number,
  nowMs: number,
): Promise<DeletionPlan & Readonly<{ phrase: string }>> {
  const person = await getPerson(db.kysely, userId)
  return { ...(await planDeletion(db.kysely, userId, nowMs)), phrase: person.account }
}

/**
 * Refuses before any code is checked, so that no code is used up in vain.
 * @throws Refusal CANCEL_IS_FINAL for a wrong phrase, CANCEL_NOT_SUPPORTED (`check` names the failed check)
 */
export async function requireDeletable(db: Db, { userId, phrase, nowMs }: Deletion): Promise<void> {
  requirePhrase(await getPerson(db.kysely, userId), phrase)
  requireAllChecks(await planDeletion(db.kysely, userId, nowMs))
}

/**
 * Deletes the account permanently, in one transaction: the person with all personal data, and the plants that only they
 * hold, with their whole history. Other people's data stays; the log of writes stays without the person.
 * @param language the language of the email about it
 * @throws Refusal CANCEL_IS_FINAL, CANCEL_NOT_SUPPORTED
 */
export async function deleteAccount(
  db: Db,
  mail: Mail,
  { userId, phrase, nowMs, language, host }: Deletion & Readonly<{ language: string; host: string }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const person = await getPerson(transaction, userId)
    requirePhrase(person, phrase)
    const plan = await planDeletion(transaction, userId, nowMs)
    requireAllChecks(plan)
    for (const plant of plan.plants) await removePlant(transaction, plant.id)
    for (const { id } of plan.organizations)
      await transaction.deleteFrom('organizations').where('id', '=', id).execute()
    await removeTraces(transaction, person)
    await transaction.deleteFrom('users').where('id', '=', userId).execute()
    const { account, email } = person
    if (email !== null)
      await mail.sendEmail({ to: email, language, kind: 'accountCancelled', values: { account }, host }, transaction)
  })
}

/** Deletes personal data that does not refer to the user's row; the row's deletion removes the rest. */
async function removeTraces(transaction: Kysely<Tables>, { id, email, phone }: Person): Promise<void> {
  await sql`delete from verification_codes where target in (lower(${email}::text), ${phone}::text)`.execute(transaction)
  await sql`delete from invitations where lower(email) = lower(${email}::text)`.execute(transaction)
  // Log rows about the person's own account go; rows about other people's plants stay without the person.
  await sql`delete from audit_log where user_id = ${id} and plant_id is null and organization_id is null`.execute(
    transaction,
  )
  await sql`update audit_log set address = '' where user_id = ${id}`.execute(transaction)
}

async function getPerson(kysely: Kysely<Tables>, userId: number): Promise<Person> {
  const query = kysely
    .selectFrom('users')
    .select(['id', 'account', 'email', 'phone', 'language'])
    .where('id', '=', userId)
  const person = await (kysely.isTransaction ? query.forUpdate() : query).executeTakeFirst()
  if (person === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  return person
}

function requirePhrase({ account }: Person, phrase: string): void {
  if (cleanLine(phrase) !== account) throw new Refusal('CANCEL_IS_FINAL', { field: 'phrase' })
}

function requireAllChecks({ checks }: DeletionPlan): void {
  const failed = checks.find(({ isOk }) => !isOk)
  if (failed !== undefined) throw new Refusal('CANCEL_NOT_SUPPORTED', { check: failed.check })
}
