import { isPlantRight, type PlantRight, type PlantRole } from '@heliograph/domain/permissions.ts'
import { type Kysely, sql } from 'kysely'
import { createInvitation, sendInvitationEmail } from '../../people/organizations/organizations.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Mail } from '../../platform/mail/mail.ts'

export type Inviter = Readonly<{ mail: Mail; publicUrl: string; host: string }>

type Guest = {
  plant_id: number
  plant: string
  email: string
  language: string
  role: PlantRole
  rights: string[]
  expires_at: Date | null
  user_id: number | null
}

/** The limit of pending invitations per plant; beyond it no further guests are invited. */
const MOST_INVITED = 50

/**
 * Other people with rights on the plants: an account with the same email address gets them here too, the rest are
 * invited.
 */
export async function takeGuests(
  transaction: Kysely<Tables>,
  options: Readonly<{ moveId: string; userId: number; nowMs: number; inviter: Inviter }>,
): Promise<void> {
  const { moveId, userId, nowMs } = options
  const { rows } = await sql<Guest>`
    select distinct on (i.new, g.email) i.new as plant_id, t.name as plant, g.email, g.language, g.role, g.rights, g.expires_at,
      u.id as user_id
    from transfer_parts p cross join lateral jsonb_array_elements(p.rows) as e (row)
      cross join lateral jsonb_to_record(e.row)
        as g (plant_id bigint, email text, language text, role text, rights text[], expires_at timestamptz)
      join moved_ids i on i.kind = 'plant' and i.old = g.plant_id
      join plants t on t.id = i.new
      left join users u on lower(u.email) = g.email and u.moved_to is null
    where p.move_id = ${moveId} and p.table_name = 'guests' and (g.expires_at is null or g.expires_at > ${new Date(nowMs)})
    -- One person by several ways: the most that they had.
    order by i.new, g.email, cardinality(g.rights) desc`.execute(transaction)
  const invited = new Map<number, number>()
  for (const guest of rows) {
    if (guest.user_id === userId) continue
    const rights = guest.rights.filter(isPlantRight)
    if (guest.user_id !== null) await addGuest(transaction, guest, guest.user_id, rights, userId, nowMs)
    else {
      const sofar = invited.get(guest.plant_id) ?? 0
      invited.set(guest.plant_id, sofar + 1)
      if (sofar < MOST_INVITED) await invite(transaction, guest, rights, options)
    }
  }
}

async function addGuest(
  transaction: Kysely<Tables>,
  guest: Guest,
  userId: number,
  rights: readonly PlantRight[],
  grantedBy: number,
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto('plant_members')
    .values({
      plant_id: guest.plant_id,
      user_id: userId,
      role: guest.role,
      rights: [...rights],
      expires_at: guest.expires_at,
      granted_by: grantedBy,
      since: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function invite(
  transaction: Kysely<Tables>,
  guest: Guest,
  rights: readonly PlantRight[],
  { userId, nowMs, inviter }: Readonly<{ userId: number; nowMs: number; inviter: Inviter }>,
): Promise<void> {
  const token = await createInvitation(transaction, {
    target: { plantId: guest.plant_id },
    email: guest.email,
    role: guest.role,
    rights,
    grantEndsAtMs: guest.expires_at?.getTime() ?? null,
    invitedBy: userId,
    nowMs,
  })
  await sendInvitationEmail(
    transaction,
    { ...inviter, language: guest.language, userId, nowMs },
    { to: guest.email, kind: 'plant', name: guest.plant, token },
  )
}
