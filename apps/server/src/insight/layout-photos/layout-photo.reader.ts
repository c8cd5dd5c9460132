import { Refusal } from '@heliograph/domain/errors.ts'
import type { GrayImage } from '@heliograph/domain/photo-grid/gray-image.ts'
import type { RecognizedGrid } from '@heliograph/domain/photo-grid/grid-of-codes.ts'
import { readPhoto } from '@heliograph/domain/photo-grid/read-photo.ts'
import { withPicture } from '../../platform/pictures/picture.reader.ts'
import { openDecoder } from './open-decoder.reader.ts'

/** The longer side of what is read. More does not find more, and takes longer. */
const LONGER_SIDE = 4_000
/** Processor time, after which no further look begins: what was found is the answer. */
const LOOK_US = 5_500_000

/** A grid, and the size of the picture whose pixels its corners are in: upright, at most 4,000 pixels wide or high. */
export type RecognizedPhoto = RecognizedGrid & Readonly<{ width: number; height: number }>

/** The labels in a photo. @throws Refusal IMAGE_UNREADABLE, RECOGNITION_ERROR where no serial number was found */
export async function readLabels({ bytes }: Readonly<{ bytes: Uint8Array }>): Promise<RecognizedPhoto> {
  const began = process.cpuUsage()
  const isLate = (): boolean => {
    const { user, system } = process.cpuUsage(began)
    return user + system > LOOK_US
  }
  const picture = await preparePicture(bytes)
  const grid = await readPhoto(picture, openDecoder(), isLate)
  if (grid === undefined || grid.cells.length === 0) throw new Refusal('RECOGNITION_ERROR')
  return { ...grid, width: picture.width, height: picture.height }
}

/** Decodes a photo: upright as the camera was held, gray, no larger than needed. @throws Refusal IMAGE_UNREADABLE */
export const preparePicture = (bytes: Uint8Array): Promise<GrayImage> =>
  withPicture({ bytes, takes: ['jpeg', 'png', 'webp'] }, async (open) => {
    const { data, info } = await open()
      .rotate()
      .flatten({ background: '#fff' })
      .resize({ width: LONGER_SIDE, height: LONGER_SIDE, fit: 'inside', withoutEnlargement: true })
      .grayscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data: new Uint8Array(data) }
  })
