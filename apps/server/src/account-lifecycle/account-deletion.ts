import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Mail } from '../mail/mail.ts'
import { removePlant } from '../plants/plants.ts'
import { type DeletionPlan, planDeletion } from './deletion-checks.ts'

export type Deletion = Readonly<{
  userId: number
  /** What was typed to confirm it. */
  phrase: string
  nowMs: number
}>

type Person = Readonly<{ id: number; account: string; email: string | null; phone: string | null; language: string }>

/** What the person would lose, what stands in the way, and the words to type: the account's name. */
export async function viewDeletionPlan(
  db: Db,
  userId: number,
  nowMs: number,
): Promise<DeletionPlan & Readonly<{ phrase: string }>> {
  const person = await getPerson(db.kysely, userId)
  return { ...(await planDeletion(db.kysely, userId, nowMs)), phrase: person.account }
}

/**
 * Says what is refused without a look at any proof, so that none is used up for nothing.
 * @throws Refusal CANCEL_IS_FINAL when another phrase was typed, CANCEL_NOT_SUPPORTED (`check` names what stands in the way)
 */
export async function requireDeletable(db: Db, { userId, phrase, nowMs }: Deletion): Promise<void> {
  requirePhrase(await getPerson(db.kysely, userId), phrase)
  requireAllChecks(await planDeletion(db.kysely, userId, nowMs))
}

/**
 * Erases the account for good, in one transaction: the person with everything that is only theirs, and the plants that only
 * they hold with their whole history. What is of others stays; the log of writes stays without the person. Cannot be undone.
 * @param language of the letter that tells of it
 * @returns the archives that were made for the account, whose files are the caller's to remove
 * @throws Refusal CANCEL_IS_FINAL, CANCEL_NOT_SUPPORTED
 */
export async function deleteAccount(
  db: Db,
  mail: Mail,
  { userId, phrase, nowMs, language, host }: Deletion & Readonly<{ language: string; host: string }>,
): Promise<readonly number[]> {
  return db.transaction(async (transaction) => {
    const person = await getPerson(transaction, userId)
    requirePhrase(person, phrase)
    const plan = await planDeletion(transaction, userId, nowMs)
    requireAllChecks(plan)
    const exports = await transaction.selectFrom('account_exports').select('id').where('user_id', '=', userId).execute()
    for (const plant of plan.plants) await removePlant(transaction, plant.id)
    for (const { id } of plan.organisations)
      await transaction.deleteFrom('organisations').where('id', '=', id).execute()
    await removeTraces(transaction, person)
    await transaction.deleteFrom('users').where('id', '=', userId).execute()
    const { account, email } = person
    if (email !== null)
      await mail.sendEmail({ to: email, language, kind: 'accountCancelled', values: { account }, host }, transaction)
    return exports.map(({ id }) => id)
  })
}

/** What names the person without referring to their row, which takes the rest along. */
async function removeTraces(transaction: Kysely<Tables>, { id, email, phone }: Person): Promise<void> {
  await sql`delete from verification_codes where target in (lower(${email}::text), ${phone}::text)`.execute(transaction)
  await sql`delete from invitations where lower(email) = lower(${email}::text)`.execute(transaction)
  // What they wrote about their own account concerns nobody else; what they did to others' plants stays without them.
  await sql`delete from audit_log where user_id = ${id} and plant_id is null and organisation_id is null`.execute(
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
