import { Refusal } from '@heliograph/domain/errors.ts'
import type { RecognizedGrid } from '@heliograph/domain/photo-grid/grid-of-codes.ts'
import { readInThread, takeTurn } from './photo-thread.ts'
import { preparePicture } from './prepare-picture.ts'

export { readLayoutFile } from './read-layout-file.ts'

/** The room's front door: serial numbers of modules and their places, from photos of labels and from files. */
export const MOST_PHOTO_BYTES = 15 * 1024 * 1024

/** A grid, and the size of the picture whose pixels its corners are in: upright, at most 4,000 pixels wide or high. */
export type RecognizedPhoto = RecognizedGrid & Readonly<{ width: number; height: number }>

/**
 * Reads a photo of labels in rows and columns, or of the paper template.
 * @throws Refusal PAYLOAD_TOO_LARGE, IMAGE_UNREADABLE, RECOGNITION_ERROR where no serial number was found,
 *   TOO_MANY_REQUESTS, TIMED_OUT
 */
export async function recognizePhoto(bytes: Uint8Array): Promise<RecognizedPhoto> {
  if (bytes.length > MOST_PHOTO_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE', { most: MOST_PHOTO_BYTES })
  const { picture, grid } = await takeTurn(async () => {
    const picture = await preparePicture(bytes)
    return { picture, grid: await readInThread(picture) }
  })
  if (grid === undefined || grid.cells.length === 0) throw new Refusal('RECOGNITION_ERROR')
  return { ...grid, width: picture.width, height: picture.height }
}
