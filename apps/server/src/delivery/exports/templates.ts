import { Refusal } from '@heliograph/domain/errors.ts'
import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { lockUser, removeOwn } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { requireRepeatable } from './check-definition.ts'

/** A person's own choice of what to export, for any plant. Its days are those of the day it was saved. */
export type ExportTemplate = Readonly<{ id: number; name: string; definition: ExportDefinition }>

export async function listTemplates({ kysely }: Db, userId: number): Promise<readonly ExportTemplate[]> {
  const rows = await kysely
    .selectFrom('export_templates')
    .select(['id', 'name', 'definition'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .limit(exportLimits.templates)
    .execute()
  return rows.map(({ id, name, definition }) => ({ id, name, definition: definition as ExportDefinition }))
}

/** Saves a template, over one of the same name. @throws Refusal PARAM_ERROR, TOO_MANY (`most`) */
export async function saveTemplate(
  db: Db,
  userId: number,
  options: Readonly<{ name: string; definition: ExportDefinition }>,
): Promise<ExportTemplate> {
  const name = cleanLine(options.name)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  requireRepeatable(options.definition)
  return db.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    const others = await transaction
      .selectFrom('export_templates')
      .select('id')
      .where('user_id', '=', userId)
      .where('name', '<>', name)
      .execute()
    if (others.length >= exportLimits.templates) throw new Refusal('TOO_MANY', { most: exportLimits.templates })
    const definition = JSON.stringify(options.definition)
    const { id } = await transaction
      .insertInto('export_templates')
      .values({ user_id: userId, name, definition })
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ definition }))
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name, definition: options.definition }
  })
}

/** @throws Refusal NOT_FOUND */
export const removeTemplate = ({ kysely }: Db, userId: number, id: number): Promise<void> =>
  removeOwn(kysely, 'export_templates', userId, id)
