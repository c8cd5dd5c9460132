import { contactLengths, contactParts, noContact, type PlantContact } from '@heliograph/domain/plant-contact.ts'
import { cleanLine, cleanText } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'

/** Whom to reach about a plant. @throws Refusal NOT_FOUND */
export async function getContact(db: Db, plantId: number): Promise<PlantContact> {
  const row = await db.kysely
    .selectFrom('plants')
    .select('contact')
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow(notFound)
  return { ...noContact, ...row.contact }
}

/** `organization`: of the creator's, one that holds the plant; the owner first. */
export type Creation = Readonly<{ atMs: number; by: Readonly<{ name: string; organization: string | null }> | null }>

/** When the plant was entered, and by whom; null: that account is gone. @throws Refusal NOT_FOUND */
export async function getCreation(db: Db, plantId: number): Promise<Creation> {
  const row = await db.kysely
    .selectFrom('plants as p')
    .leftJoin('users as u', 'u.id', 'p.created_by')
    .where('p.id', '=', plantId)
    .select(['p.created_at', 'u.nickname'])
    .select((eb) =>
      eb
        .selectFrom('plant_organizations as h')
        .innerJoin('organization_members as m', 'm.organization_id', 'h.organization_id')
        .innerJoin('organizations as o', 'o.id', 'h.organization_id')
        .whereRef('h.plant_id', '=', 'p.id')
        .whereRef('m.user_id', '=', 'p.created_by')
        .orderBy(sql`h.role = 'owner'`, 'desc')
        .orderBy('o.id')
        .limit(1)
        .select('o.name')
        .as('organization'),
    )
    .executeTakeFirstOrThrow(notFound)
  const by = row.nickname === null ? null : { name: row.nickname, organization: row.organization }
  return { atMs: row.created_at.getTime(), by }
}

/** @param edit parts that are left out keep what they say @throws Refusal NOT_FOUND */
export async function editContact(
  db: Db,
  plantId: number,
  edit: Partial<PlantContact>,
): Promise<Readonly<{ before: PlantContact; after: PlantContact }>> {
  return db.transaction(async (transaction) => {
    const query = transaction.selectFrom('plants').select('contact').where('id', '=', plantId)
    const row = await query.forNoKeyUpdate().executeTakeFirstOrThrow(notFound)
    const before = { ...noContact, ...row.contact }
    const after = clean({ ...before, ...edit })
    const contact = Object.fromEntries(
      contactParts.flatMap((part) => (after[part] === '' ? [] : [[part, after[part]]])),
    )
    await transaction
      .updateTable('plants')
      .set({ contact: JSON.stringify(contact) })
      .where('id', '=', plantId)
      .execute()
    return { before, after }
  })
}

const clean = (contact: PlantContact): PlantContact => ({
  owner: cleanLine(contact.owner),
  company: cleanLine(contact.company),
  phone: cleanLine(contact.phone),
  email: cleanLine(contact.email),
  ownNumber: cleanLine(contact.ownNumber),
  gridPoint: cleanLine(contact.gridPoint),
  remark: cleanText(contact.remark, contactLengths.remark),
})
