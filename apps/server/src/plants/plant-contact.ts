import { Refusal } from '@heliograph/domain/errors.ts'
import { contactLengths, contactParts, noContact, type PlantContact } from '@heliograph/domain/plant-contact.ts'
import { cleanLine, cleanText } from '@heliograph/domain/text.ts'
import type { Db } from '../db/database.ts'

/** Whom to reach about a plant. @throws Refusal NOT_FOUND */
export async function getContact(db: Db, plantId: number): Promise<PlantContact> {
  const row = await db.kysely.selectFrom('plants').select('contact').where('id', '=', plantId).executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return { ...noContact, ...row.contact }
}

/** @param edit parts that are left out keep what they say @throws Refusal NOT_FOUND */
export async function editContact(
  db: Db,
  plantId: number,
  edit: Partial<PlantContact>,
): Promise<Readonly<{ before: PlantContact; after: PlantContact }>> {
  return db.transaction(async (transaction) => {
    const query = transaction.selectFrom('plants').select('contact').where('id', '=', plantId)
    const row = await query.forNoKeyUpdate().executeTakeFirst()
    if (row === undefined) throw new Refusal('NOT_FOUND')
    const before = { ...noContact, ...row.contact }
    const after = clean({ ...before, ...edit })
    const said = Object.fromEntries(contactParts.flatMap((part) => (after[part] === '' ? [] : [[part, after[part]]])))
    await transaction
      .updateTable('plants')
      .set({ contact: JSON.stringify(said) })
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
  gridPoint: cleanLine(contact.gridPoint),
  remark: cleanText(contact.remark, contactLengths.remark),
})
