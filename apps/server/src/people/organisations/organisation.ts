import { hideAccount } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { OrganisationRole } from '@heliograph/domain/permissions.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OpenedSession, Session } from '../accounts/accounts.ts'
import { type Renewal, renewAs } from './identities.ts'
import { lockAsAdmin } from './membership-lock.ts'
import { makeOrganisationCode } from './organisation-code.ts'

const MOST_ORGANISATIONS = 20
const CODE_TRIES = 5

export type OrganisationView = Readonly<{
  id: number
  name: string
  code: string
  createdAtMs: number
  members: readonly Readonly<{
    userId: number
    nickname: string
    account: string
    /** For administrators and the member themselves. */
    email: string | null
    role: OrganisationRole
    sinceMs: number
    isSelf: boolean
  }>[]
  /** For administrators. */
  invitations: readonly Readonly<{
    id: number
    email: string
    role: OrganisationRole
    createdAtMs: number
    expiresAtMs: number
  }>[]
}>

/** @throws Refusal PARAM_ERROR */
function readName(text: string): string {
  const name = cleanLine(text)
  if (name.length < 2) throw new Refusal('PARAM_ERROR', { field: 'body.name' })
  return name
}

/** @returns the new organization's ID @throws Refusal PARAM_ERROR, TOO_MANY */
export async function createOrganisation(
  db: Db,
  given: Readonly<{ userId: number; name: string; nowMs: number }>,
  makeCode: () => string = makeOrganisationCode,
): Promise<number> {
  const name = readName(given.name)
  return await db.transaction(async (transaction) => {
    // One at a time per person; two concurrent requests would both be the twentieth.
    await transaction.selectFrom('users').select('id').where('id', '=', given.userId).forNoKeyUpdate().execute()
    const { held } = await transaction
      .selectFrom('organisation_members')
      .select((one) => one.fn.countAll<number>().as('held'))
      .where('user_id', '=', given.userId)
      .executeTakeFirstOrThrow()
    if (held >= MOST_ORGANISATIONS) throw new Refusal('TOO_MANY', { most: MOST_ORGANISATIONS })
    for (let tries = 0; tries < CODE_TRIES; tries++) {
      const row = await transaction
        .insertInto('organisations')
        .values({ name, code: makeCode(), created_at: new Date(given.nowMs) })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row === undefined) continue
      await transaction
        .insertInto('organisation_members')
        .values({ organisation_id: row.id, user_id: given.userId, role: 'admin', since: new Date(given.nowMs) })
        .execute()
      return row.id
    }
    throw new Error('No free code for an organisation was found')
  })
}

/** For a session that acts for it. @throws Refusal NOT_FOUND if it was dissolved in the meantime */
export async function getOrganisation(
  db: Db,
  session: Session,
  organisationId: number,
  nowMs: number,
): Promise<OrganisationView> {
  const isAdmin = session.organisationRole === 'admin'
  const [row, members, invitations] = await Promise.all([
    db.kysely.selectFrom('organisations').selectAll().where('id', '=', organisationId).executeTakeFirst(),
    db.kysely
      .selectFrom('organisation_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.id', 'u.nickname', 'u.account', 'u.email', 'm.role', 'm.since'])
      .where('m.organisation_id', '=', organisationId)
      .orderBy('m.since')
      .orderBy('u.id')
      .execute(),
    db.kysely
      .selectFrom('invitations')
      .select(['id', 'email', 'role', 'created_at', 'expires_at'])
      .where('organisation_id', '=', isAdmin ? organisationId : null)
      .where('expires_at', '>', new Date(nowMs))
      .orderBy('id', 'desc')
      .execute(),
  ])
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    createdAtMs: row.created_at.getTime(),
    members: members.map(({ id, nickname, account, email, role, since }) => ({
      userId: id,
      nickname,
      account: isAdmin || id === session.userId ? account : hideAccount(account),
      email: isAdmin || id === session.userId ? email : null,
      role,
      sinceMs: since.getTime(),
      isSelf: id === session.userId,
    })),
    invitations: invitations.map((one) => ({
      id: one.id,
      email: one.email,
      role: one.role as OrganisationRole,
      createdAtMs: one.created_at.getTime(),
      expiresAtMs: one.expires_at.getTime(),
    })),
  }
}

export async function renameOrganisation(
  db: Db,
  session: Session,
  organisationId: number,
  name: string,
): Promise<void> {
  const clean = readName(name)
  await db.transaction(async (transaction) => {
    await lockAsAdmin(transaction, organisationId, session.userId)
    await transaction.updateTable('organisations').set({ name: clean }).where('id', '=', organisationId).execute()
  })
}

/**
 * Dissolves an organization. Its shares end, and the caller's session becomes personal again.
 * @param given.name must equal the organization's name
 * @throws Refusal PARAM_ERROR, ORGANISATION_HOLDS_PLANTS
 */
export async function dissolveOrganisation(
  db: Db,
  session: Session,
  given: Readonly<{ organisationId: number; name: string }> & Renewal,
): Promise<OpenedSession> {
  return await db.transaction(async (transaction) => {
    const { name } = await lockAsAdmin(transaction, given.organisationId, session.userId)
    if (given.name.trim() !== name) throw new Refusal('PARAM_ERROR', { field: 'body.name' })
    const owned = await transaction
      .selectFrom('plant_organisations')
      .select('plant_id')
      .where('organisation_id', '=', given.organisationId)
      .where('role', '=', 'owner')
      .limit(1)
      .executeTakeFirst()
    if (owned !== undefined) throw new Refusal('ORGANISATION_HOLDS_PLANTS')
    const opened = await renewAs(transaction, null, given)
    await transaction.deleteFrom('organisations').where('id', '=', given.organisationId).execute()
    return opened
  })
}
