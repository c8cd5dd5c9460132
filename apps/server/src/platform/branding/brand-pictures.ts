import { createHash } from 'node:crypto'
import { PICTURE_PATH } from '@heliograph/domain/brand/brand-parts.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'
import { notFound } from '../db/not-found.ts'
import type { FileSender } from '../file-reader/file-reader.ts'
import { drawPicture } from '../pictures/pictures.ts'
import { type BrandKeeper, requireProject } from './brand-projects.ts'

/** Of an upload, before it is encoded. */
export const MOST_PICTURE_BYTES = 6 * 1024 * 1024
/** All versions of a brand together. */
const MOST_PICTURES = 200

export type PictureUse = 'logo' | 'background'
/** logo: PNG, which mail programs show. background: WebP, large. */
const formOf = {
  logo: { as: 'png', fit: 'inside', width: 1_024, height: 512 },
  background: { as: 'webp', fit: 'inside', width: 2_560, height: 2_560, quality: 82 },
} as const
const taken = ['jpeg', 'png', 'webp', 'svg'] as const
/** A drawing without a size of its own is drawn as large as a logo is kept. */
const SVG_DENSITY = 300

export type BrandPicture = Readonly<{ name: string; type: 'image/png' | 'image/webp'; bytes: Buffer }>

/** The link of a picture, for the texts of the brand. @throws Refusal NOT_FOUND, PAYLOAD_TOO_LARGE, IMAGE_UNREADABLE, TOO_MANY */
export async function addPicture(
  { kysely }: Db,
  keeper: BrandKeeper,
  id: number,
  options: Readonly<{ bytes: Buffer; use: PictureUse; nowMs: number }>,
  sender: FileSender,
): Promise<Readonly<{ link: string; width: number; height: number }>> {
  await requireProject(kysely, keeper, id)
  if (options.bytes.length > MOST_PICTURE_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE', { most: MOST_PICTURE_BYTES })
  const { count } = await kysely
    .selectFrom('brand_pictures')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('brand_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_PICTURES) throw new Refusal('TOO_MANY', { most: MOST_PICTURES })
  const form = formOf[options.use]
  const question = { bytes: options.bytes, takes: taken, density: SVG_DENSITY }
  const [{ bytes, width, height }] = await drawPicture(question, [form], sender)
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${form.as}`
  await kysely
    .insertInto('brand_pictures')
    .values({ brand_id: id, name, type: `image/${form.as}`, bytes, created_at: new Date(options.nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { link: `${PICTURE_PATH}${name}`, width, height }
}

/** Public: it stands on the sign-in page. @throws Refusal NOT_FOUND */
export async function readPicture({ kysely }: Db, name: string): Promise<BrandPicture> {
  const row = await kysely
    .selectFrom('brand_pictures')
    .select(['name', 'type', 'bytes'])
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirstOrThrow(notFound)
  return row
}
