import { Refusal } from '@heliograph/domain/errors.ts'
import type { GrayImage } from '@heliograph/domain/photo-grid/gray-image.ts'
import sharp from 'sharp'

/** A small file can claim a huge picture: 60 megapixels is more than phones take. */
const MOST_PIXELS = 60_000_000
/** The longer side of what is read. More does not find more, and takes longer. */
const LONGER_SIDE = 4_000
const taken: readonly (string | undefined)[] = ['jpeg', 'png', 'webp']

/** Decodes a photo: upright as the camera was held, gray, no larger than needed. @throws Refusal IMAGE_UNREADABLE */
export async function preparePicture(bytes: Uint8Array): Promise<GrayImage> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
    const { format } = await picture.metadata()
    if (!taken.includes(format)) throw new Refusal('IMAGE_UNREADABLE')
    const { data, info } = await picture
      .rotate()
      .flatten({ background: '#fff' })
      .resize({ width: LONGER_SIDE, height: LONGER_SIDE, fit: 'inside', withoutEnlargement: true })
      .grayscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data: new Uint8Array(data) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('IMAGE_UNREADABLE')
  }
}
