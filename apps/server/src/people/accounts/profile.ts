import { findContact } from '@heliograph/domain/contact.ts'
import { isCountry } from '@heliograph/domain/countries.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { countUse } from '../../platform/one-time-tokens/one-time-tokens.ts'
import { isTaken } from './contact-change.ts'
import type { Holder } from './sessions.ts'
import { toAccountName } from './users.ts'

/** Profile fields to change; absent fields stay. */
export type ProfileChange = Readonly<{
  nickname?: string | undefined
  account?: string | undefined
  country?: string | undefined
  language?: string | undefined
}>

/** Refusing a taken name reveals that it is in use. */
const mostNames = { most: 10, withinMs: DAY_MS }

/** @throws Refusal ACCOUNT_USED, ACCOUNT_NAME_EMPTY, PARAM_ERROR; TOO_MANY_REQUESTS for the eleventh name of a day */
export async function changeProfile(db: Db, userId: number, change: ProfileChange, nowMs: number): Promise<void> {
  const { nickname, account, country, language } = change
  if (country !== undefined && !isCountry(country)) throw new Refusal('PARAM_ERROR', { field: 'country' })
  const values = {
    ...(nickname === undefined ? {} : { nickname: toNickname(nickname) }),
    ...(account === undefined ? {} : { account: await toOwnName(db, userId, account) }),
    ...(country === undefined ? {} : { country }),
    ...(language === undefined ? {} : { language }),
  }
  if (Object.keys(values).length === 0) return
  if (
    account !== undefined &&
    !(await countUse(db.kysely, { kind: 'rename', of: String(userId), ...mostNames, nowMs }))
  )
    throw new Refusal('TOO_MANY_REQUESTS')
  try {
    await db.kysely.updateTable('users').set(values).where('id', '=', userId).execute()
  } catch (error) {
    throw isTaken(error) ? new Refusal('ACCOUNT_USED') : error
  }
}

/** An account named like another account's address or number would be found in its place at sign-in. */
async function toOwnName({ kysely }: Db, userId: number, text: string): Promise<string> {
  const account = toAccountName(text)
  const contact = findContact(account)
  if (contact === undefined) return account
  const user = kysely.selectFrom('users').select(['account', 'email', 'phone']).where('id', '=', userId)
  const own = Object.values((await user.executeTakeFirst()) ?? {}).map((name) => name?.toLowerCase())
  if (!own.includes(contact.value) && !own.includes(account.toLowerCase()))
    throw new Refusal('PARAM_ERROR', { field: 'account' })
  return account
}

function toNickname(text: string): string {
  const nickname = cleanLine(text)
  if (nickname === '') throw new Refusal('ACCOUNT_NAME_EMPTY', { field: 'nickname' })
  return nickname
}

/**
 * Merges into the stored preferences in one statement, so that two concurrent changes both survive.
 * @param change holds only keys of the contract; `defaultPlantId` must be visible to the session
 * @returns all stored preferences
 * @throws Refusal NOT_FOUND
 */
export async function changePreferences(
  db: Db,
  holder: Holder,
  change: Readonly<Record<string, unknown>> & Readonly<{ defaultPlantId?: number | null | undefined }>,
  nowMs: number,
): Promise<Readonly<Record<string, unknown>>> {
  const { defaultPlantId } = change
  if (defaultPlantId != null && !(await canSeePlant(db, holder, defaultPlantId, nowMs))) throw new Refusal('NOT_FOUND')
  const row = await db.kysely
    .updateTable('users')
    .set({ preferences: sql`preferences || ${JSON.stringify(change)}::jsonb` })
    .where('id', '=', holder.userId)
    .returning('preferences')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  return row.preferences as Readonly<Record<string, unknown>>
}

async function canSeePlant(db: Db, holder: Holder, plantId: number, nowMs: number): Promise<boolean> {
  const held = db.kysely
    .selectFrom('plant_holders')
    .select('plant_id')
    .where('plant_id', '=', plantId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(nowMs))]))
  const found = await (holder.organizationId === null
    ? held.where('user_id', '=', holder.userId)
    : held.where('organization_id', '=', holder.organizationId)
  ).executeTakeFirst()
  return found !== undefined
}
