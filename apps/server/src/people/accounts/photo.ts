import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'

export const MOST_PHOTO_BYTES = 256 * 1024

/** How files of these kinds begin. SVG is excluded: it is a document that can hold a script. */
const kinds: readonly Readonly<{ type: string; begins: (bytes: Buffer) => boolean }>[] = [
  { type: 'image/png', begins: (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a' },
  { type: 'image/jpeg', begins: (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  {
    type: 'image/webp',
    begins: (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  },
]

/** @param dataUrl of a PNG, JPEG or WebP; its bytes, not its name, say which @throws Refusal PARAM_ERROR, PAYLOAD_TOO_LARGE */
export function decodePhoto(dataUrl: string): Readonly<{ type: string; data: Buffer }> {
  const [, named = '', base64 = ''] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  const data = Buffer.from(base64, 'base64')
  if (data.length > MOST_PHOTO_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE', { most: MOST_PHOTO_BYTES })
  const kind = kinds.find(({ begins }) => begins(data))
  if (kind === undefined || kind.type !== named) throw new Refusal('PARAM_ERROR', { field: 'photo' })
  return { type: kind.type, data }
}

/** @param dataUrl null: removes it */
export async function setPhoto(db: Db, userId: number, dataUrl: string | null): Promise<void> {
  if (dataUrl === null) {
    await db.kysely.deleteFrom('user_photos').where('user_id', '=', userId).execute()
    return
  }
  const photo = decodePhoto(dataUrl)
  await db.kysely
    .insertInto('user_photos')
    .values({ user_id: userId, ...photo })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(photo))
    .execute()
}

/** Returns the photo as a data URL. */
export async function findPhoto(db: Db, userId: number): Promise<string | undefined> {
  const row = await db.kysely
    .selectFrom('user_photos')
    .select(['type', 'data'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && `data:${row.type};base64,${row.data.toString('base64')}`
}
