import { randomUUID } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { postMessages } from '../inbox/inbox.ts'
import { hashInvitation, isAddressedTo } from './invitations.ts'

/** The page shows an organization with all of its members. */
const MOST_MEMBERS = 500

/**
 * The token of the link, which proves access to the mailbox, or the ID, which requires the invited address to be the
 * user's own.
 */
export type InvitationKey = Readonly<{ token: string } | { id: number }>
export type Accepted = Readonly<{ organizationId: number | null; plantId: number | null }>

type Row = {
  organization_id: number | null
  plant_id: number | null
  role: string
  rights: string[]
  grant_ends_at: Date | null
  invited_by: number | null
}

/**
 * Makes the user a member; an existing member keeps the current role. An invitation works once, also for concurrent
 * attempts.
 * @param transaction the invitation and the membership change together
 * @throws Refusal INVITATION_INVALID, TOO_MANY
 */
export async function acceptInvitation(
  transaction: Kysely<Tables>,
  options: Readonly<{ userId: number; nowMs: number }> & InvitationKey,
): Promise<Accepted> {
  const { userId, nowMs } = options
  const now = new Date(nowMs)
  const key =
    'token' in options
      ? sql`i.token_hash = ${hashInvitation(options.token)}`
      : sql`i.id = ${options.id} and ${isAddressedTo(userId)}`
  const { rows } = await sql<Row>`
    delete from invitations i where ${key} and i.expires_at > ${now}
    returning i.organization_id, i.plant_id, i.role, i.rights, i.grant_ends_at, i.invited_by`.execute(transaction)
  const invitation = rows[0]
  if (invitation === undefined) throw new Refusal('INVITATION_INVALID')
  if (invitation.plant_id === null) await joinOrganization(transaction, invitation, userId, now)
  else await joinPlant(transaction, invitation, userId, now)
  return { organizationId: invitation.organization_id, plantId: invitation.plant_id }
}

async function joinOrganization(transaction: Kysely<Tables>, row: Row, userId: number, now: Date): Promise<void> {
  // A count at the same time may let one more in: it guards against thousands.
  const { n } = await transaction
    .selectFrom('organization_members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', row.organization_id)
    .executeTakeFirstOrThrow()
  if (n >= MOST_MEMBERS) throw new Refusal('TOO_MANY', { most: MOST_MEMBERS })
  await sql`
    insert into organization_members (organization_id, user_id, role, since)
    values (${row.organization_id}, ${userId}, ${row.role}, ${now})
    on conflict do nothing`.execute(transaction)
}

/** A share that ended by itself makes room for the new one. */
async function joinPlant(transaction: Kysely<Tables>, row: Row, userId: number, now: Date): Promise<void> {
  const { rows: joined } = await sql<{ nickname: string }>`
    insert into plant_members as m (plant_id, user_id, role, rights, since, expires_at, granted_by)
    values (${row.plant_id}, ${userId}, ${row.role}, ${row.rights}, ${now}, ${row.grant_ends_at}, ${row.invited_by})
    on conflict (user_id, plant_id) do update
      set role = excluded.role, rights = excluded.rights, since = excluded.since, expires_at = excluded.expires_at,
        granted_by = excluded.granted_by
      where m.expires_at <= ${now} and m.role <> 'owner'
    returning (select nickname from users where id = ${userId}) as nickname`.execute(transaction)
  const [person] = joined
  if (person === undefined || row.invited_by === null) return
  const message = { kind: 'sharing', event: 'joined', plantId: row.plant_id, isMailed: false } as const
  const notice = { ...message, atMs: now.getTime(), facts: { person: person.nickname }, userIds: [row.invited_by] }
  await postMessages(transaction, [{ ...notice, key: `joined:${randomUUID()}` }], now.getTime())
}
