import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import { lockPlant } from '../../people/sharing/sharing.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { FileSender } from '../../platform/file-reader/file-reader.ts'
import { drawPicture } from '../../platform/pictures/pictures.ts'

export type PlantImage = Readonly<{
  id: number
  caption: string
  width: number
  height: number
  createdAtMs: number
}>

/** Pictures of one plant. */
export const MOST_IMAGES = 20
/** Of an upload, before it is encoded. */
export const MOST_IMAGE_BYTES = 12 * 1024 * 1024
const form = { as: 'webp', fit: 'inside', quality: 80 } as const
const LARGE = { ...form, width: 1_920, height: 1_920 }
const SMALL = { ...form, width: 480, height: 480 }

/** In their order; the first is the cover. */
export async function listImages({ kysely }: Db, plantId: number): Promise<readonly PlantImage[]> {
  const rows = await kysely
    .selectFrom('plant_images')
    .select(['id', 'caption', 'width', 'height', 'created_at'])
    .where('plant_id', '=', plantId)
    .orderBy('position')
    .orderBy('id')
    .limit(MOST_IMAGES)
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAtMs: created_at.getTime() }))
}

/** @throws Refusal PAYLOAD_TOO_LARGE, IMAGE_UNREADABLE, TOO_MANY (`most`), NOT_FOUND */
export async function addImage(
  db: Db,
  options: Readonly<{ plantId: number; userId: number; bytes: Buffer; caption: string; nowMs: number }>,
  sender: FileSender,
): Promise<PlantImage> {
  const { plantId, bytes, nowMs } = options
  if (bytes.length > MOST_IMAGE_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE', { most: MOST_IMAGE_BYTES })
  // Cheaper than decoding it in vain; the lock below decides.
  if ((await countOf(db.kysely, plantId)) >= MOST_IMAGES) throw new Refusal('TOO_MANY', { most: MOST_IMAGES })
  // Formats in which people photograph.
  const [shown, thumbnail] = await drawPicture({ bytes, takes: ['jpeg', 'png', 'webp'] }, [LARGE, SMALL], sender)
  const { width, height } = shown
  const caption = cleanLine(options.caption)
  return db.transaction(async (transaction) => {
    await lockPlant(transaction, plantId)
    if ((await countOf(transaction, plantId)) >= MOST_IMAGES) throw new Refusal('TOO_MANY', { most: MOST_IMAGES })
    const { id } = await transaction
      .insertInto('plant_images')
      .values({
        plant_id: plantId,
        position: sql<number>`coalesce((select max(position) + 1 from plant_images where plant_id = ${plantId}), 0)`,
        caption,
        width,
        height,
        large: shown.bytes,
        small: thumbnail.bytes,
        created_at: new Date(nowMs),
        created_by: options.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, caption, width, height, createdAtMs: nowMs }
  })
}

/** @throws Refusal NOT_FOUND */
export async function setCaption({ kysely }: Db, plantId: number, imageId: number, caption: string): Promise<void> {
  await kysely
    .updateTable('plant_images')
    .set({ caption: cleanLine(caption) })
    .where('plant_id', '=', plantId)
    .where('id', '=', imageId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}

/** @param ids all pictures of the plant, in their new order @throws Refusal PARAM_ERROR for any other list */
export async function orderImages(db: Db, plantId: number, ids: readonly number[]): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockPlant(transaction, plantId)
    const rows = await transaction.selectFrom('plant_images').select('id').where('plant_id', '=', plantId).execute()
    const own = new Set(rows.map(({ id }) => id))
    if (ids.length !== own.size || new Set(ids).size !== own.size || ids.some((id) => !own.has(id)))
      throw new Refusal('PARAM_ERROR', { field: 'ids' })
    await sql`update plant_images i set position = o.place from unnest(${[...ids]}::bigint[]) with ordinality as o (id, place)
      where i.plant_id = ${plantId} and i.id = o.id`.execute(transaction)
  })
}

/** @throws Refusal NOT_FOUND */
export async function removeImage({ kysely }: Db, plantId: number, imageId: number): Promise<void> {
  await kysely
    .deleteFrom('plant_images')
    .where('plant_id', '=', plantId)
    .where('id', '=', imageId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}

/** A picture as WebP. @throws Refusal NOT_FOUND */
export async function readImage(
  { kysely }: Db,
  plantId: number,
  imageId: number,
  size: 'large' | 'small',
): Promise<Buffer> {
  const row = await kysely
    .selectFrom('plant_images')
    .select(`${size} as bytes`)
    .where('plant_id', '=', plantId)
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow(notFound)
  return row.bytes
}

/** The first picture of each of these plants that has one: one statement for all. */
export async function findCovers({ kysely }: Db, plantIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (plantIds.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('plant_images')
    .distinctOn('plant_id')
    .select(['plant_id', 'id'])
    .where('plant_id', 'in', plantIds)
    .orderBy('plant_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ plant_id, id }) => [plant_id, id]))
}

async function countOf(kysely: Kysely<Tables>, plantId: number): Promise<number> {
  const { n } = await kysely
    .selectFrom('plant_images')
    .where('plant_id', '=', plantId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
