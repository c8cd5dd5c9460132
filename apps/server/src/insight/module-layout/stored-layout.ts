import { Refusal } from '@heliograph/domain/errors.ts'
import { findProblem } from '@heliograph/domain/module-layout/check-layout.ts'
import { emptyLayout, type ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type StoredLayout = Readonly<{
  layout: ModuleLayout
  /** Each save adds one; 0: none was saved yet. */
  version: number
  changedAtMs: number | null
}>

/** The layout of a plant; without the picture behind it if that was removed. */
export async function readLayout({ kysely }: Db, plantId: number): Promise<StoredLayout> {
  const row = await kysely
    .selectFrom('module_layouts as l')
    .where('l.plant_id', '=', plantId)
    .select(['l.content', 'l.version', 'l.changed_at'])
    .select(
      sql<
        number | null
      >`(select min(i.id) from plant_images i where i.plant_id = l.plant_id and i.created_at = l.picture_at)`.as(
        'image_id',
      ),
    )
    .executeTakeFirst()
  if (row === undefined) return { layout: emptyLayout, version: 0, changedAtMs: null }
  const { photo } = row.content
  const layout = {
    ...row.content,
    photo: photo && row.image_id ? { ...photo, imageId: row.image_id } : null,
    // Layouts of before pictures from above have none.
    satellite: row.content.satellite ?? null,
  }
  return { layout, version: row.version, changedAtMs: row.changed_at.getTime() }
}

/**
 * Replaces the layout of a plant.
 * @param basedOn the version that it was made from @returns the new version
 * @throws Refusal LAYOUT_CHANGED, PARAM_ERROR (`field`, `id` of the module or group), NOT_FOUND for the picture of another plant
 */
export async function saveLayout(
  db: Db,
  options: Readonly<{ plantId: number; userId: number; layout: ModuleLayout; basedOn: number; nowMs: number }>,
): Promise<number> {
  const { plantId, userId, basedOn, nowMs } = options
  const layout = cleanLayout(options.layout)
  const problem = findProblem(layout)
  if (problem !== undefined) throw new Refusal('PARAM_ERROR', { field: problem.code, id: problem.id })
  return db.transaction(async (transaction) => {
    const imageId = layout.photo?.imageId ?? null
    if (imageId !== null) await requirePicture(transaction, plantId, imageId)
    const pictureAt = sql<Date | null>`(select created_at from plant_images where id = ${imageId}::bigint)`
    const row = {
      version: basedOn + 1,
      content: JSON.stringify(layout),
      picture_at: pictureAt,
      changed_at: new Date(nowMs),
      changed_by: userId,
    }
    const saved =
      basedOn === 0
        ? await transaction
            .insertInto('module_layouts')
            .values({ plant_id: plantId, ...row })
            .onConflict((conflict) => conflict.doNothing())
            .returning('version')
            .executeTakeFirst()
        : await transaction
            .updateTable('module_layouts')
            .set(row)
            .where('plant_id', '=', plantId)
            .where('version', '=', basedOn)
            .returning('version')
            .executeTakeFirst()
    if (saved !== undefined) return saved.version
    const stands = await transaction
      .selectFrom('module_layouts')
      .select('version')
      .where('plant_id', '=', plantId)
      .executeTakeFirst()
    throw new Refusal('LAYOUT_CHANGED', { version: stands?.version ?? 0 })
  })
}

const cleanLayout = ({ groups, modules, photo, satellite }: ModuleLayout): ModuleLayout => ({
  groups: groups.map((group) => ({ ...group, name: cleanLine(group.name) })),
  modules: modules.map((module) => ({
    ...module,
    serial: module.serial === null ? null : cleanLine(module.serial),
    // Without a device there is no input of it.
    port: module.serial === null ? null : module.port,
    model: cleanLine(module.model),
  })),
  photo,
  satellite,
})

async function requirePicture(transaction: Kysely<Tables>, plantId: number, imageId: number): Promise<void> {
  await transaction
    .selectFrom('plant_images')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow(notFound)
}
