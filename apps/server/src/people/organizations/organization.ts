import { hideAccount } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { OrganizationRole } from '@heliograph/domain/permissions.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { lockUser, type OpenedSession, type Session } from '../accounts/accounts.ts'
import { type Renewal, renewAs } from './identities.ts'
import { lockAsAdmin } from './membership-lock.ts'
import { makeOrganizationCode } from './organization-code.ts'

const MOST_ORGANIZATIONS = 20
const CODE_TRIES = 5

export type OrganizationView = Readonly<{
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
    role: OrganizationRole
    sinceMs: number
    isSelf: boolean
  }>[]
  /** For administrators. */
  invitations: readonly Readonly<{
    id: number
    email: string
    role: OrganizationRole
    createdAtMs: number
    expiresAtMs: number
  }>[]
}>

/** @throws Refusal PARAM_ERROR */
function readName(text: string): string {
  const name = cleanLine(text)
  if (name.length < 2) throw new Refusal('PARAM_ERROR', { field: 'name' })
  return name
}

/** @returns the new organization's ID @throws Refusal PARAM_ERROR, TOO_MANY */
export async function createOrganization(
  db: Db,
  options: Readonly<{ userId: number; name: string; nowMs: number }>,
  makeCode: () => string = makeOrganizationCode,
): Promise<number> {
  const name = readName(options.name)
  return await db.transaction(async (transaction) => {
    await lockUser(transaction, options.userId)
    const { held } = await transaction
      .selectFrom('organization_members')
      .select((eb) => eb.fn.countAll<number>().as('held'))
      .where('user_id', '=', options.userId)
      .executeTakeFirstOrThrow()
    if (held >= MOST_ORGANIZATIONS) throw new Refusal('TOO_MANY', { most: MOST_ORGANIZATIONS })
    for (let tries = 0; tries < CODE_TRIES; tries++) {
      const row = await transaction
        .insertInto('organizations')
        .values({ name, code: makeCode(), created_at: new Date(options.nowMs) })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row === undefined) continue
      await transaction
        .insertInto('organization_members')
        .values({ organization_id: row.id, user_id: options.userId, role: 'admin', since: new Date(options.nowMs) })
        .execute()
      return row.id
    }
    throw new Error('No free code for an organization was found')
  })
}

/** For a session that acts for it. @throws Refusal NOT_FOUND if it was dissolved in the meantime */
export async function getOrganization(
  db: Db,
  session: Session,
  organizationId: number,
  nowMs: number,
): Promise<OrganizationView> {
  const isAdmin = session.organizationRole === 'admin'
  const [row, members, invitations] = await Promise.all([
    db.kysely.selectFrom('organizations').selectAll().where('id', '=', organizationId).executeTakeFirst(),
    db.kysely
      .selectFrom('organization_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.id', 'u.nickname', 'u.account', 'u.email', 'm.role', 'm.since'])
      .where('m.organization_id', '=', organizationId)
      .orderBy('m.since')
      .orderBy('u.id')
      .execute(),
    db.kysely
      .selectFrom('invitations')
      .select(['id', 'email', 'role', 'created_at', 'expires_at'])
      .where('organization_id', '=', isAdmin ? organizationId : null)
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
    invitations: invitations.map((invitation) => ({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role as OrganizationRole,
      createdAtMs: invitation.created_at.getTime(),
      expiresAtMs: invitation.expires_at.getTime(),
    })),
  }
}

export async function renameOrganization(
  db: Db,
  session: Session,
  organizationId: number,
  name: string,
): Promise<void> {
  const clean = readName(name)
  await db.transaction(async (transaction) => {
    await lockAsAdmin(transaction, organizationId, session.userId)
    await transaction.updateTable('organizations').set({ name: clean }).where('id', '=', organizationId).execute()
  })
}

/**
 * Dissolves an organization. Its shares end, and the caller's session becomes personal again.
 * @param options.name must equal the organization's name
 * @throws Refusal PARAM_ERROR, ORGANIZATION_HOLDS_PLANTS
 */
export async function dissolveOrganization(
  db: Db,
  session: Session,
  options: Readonly<{ organizationId: number; name: string }> & Renewal,
): Promise<OpenedSession> {
  return await db.transaction(async (transaction) => {
    const { name } = await lockAsAdmin(transaction, options.organizationId, session.userId)
    if (options.name.trim() !== name) throw new Refusal('PARAM_ERROR', { field: 'name' })
    const owned = await transaction
      .selectFrom('plant_organizations')
      .select('plant_id')
      .where('organization_id', '=', options.organizationId)
      .where('role', '=', 'owner')
      .limit(1)
      .executeTakeFirst()
    if (owned !== undefined) throw new Refusal('ORGANIZATION_HOLDS_PLANTS')
    const opened = await renewAs(transaction, null, options)
    await transaction.deleteFrom('organizations').where('id', '=', options.organizationId).execute()
    return opened
  })
}
