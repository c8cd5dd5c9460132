import { Refusal } from '@heliograph/domain/errors.ts'
import type { FileGrid } from '@heliograph/domain/layout-file/file-grid.ts'
import { type FileSender, readFile } from '../../platform/file-reader/file-reader.ts'
import type { readLayout } from './layout-file.reader.ts'
import type { RecognizedPhoto, readLabels } from './layout-photo.reader.ts'

/** The room's front door: serial numbers of modules and their places, from photos of labels and from files. */
export const MOST_PHOTO_BYTES = 15 * 1024 * 1024

/**
 * Reads a photo of labels in rows and columns, or of the paper template.
 * @throws Refusal PAYLOAD_TOO_LARGE, IMAGE_UNREADABLE, RECOGNITION_ERROR where no serial number was found,
 *   TOO_MANY_REQUESTS, TIMED_OUT when the sender left
 */
export async function recognizePhoto(bytes: Uint8Array, sender: FileSender): Promise<RecognizedPhoto> {
  if (bytes.length > MOST_PHOTO_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE', { most: MOST_PHOTO_BYTES })
  return readFile<typeof readLabels>('labels', { bytes }, sender, {
    bytes: bytes.length,
    refuse: () => new Refusal('IMAGE_UNREADABLE'),
  })
}

/**
 * The groups of modules that a CSV or XLSX file describes.
 * @throws Refusal IMPORT_UNREADABLE (`reason`), TOO_MANY (`most`), TOO_MANY_REQUESTS, TIMED_OUT when the sender left
 */
export const readLayoutFile = (bytes: Uint8Array, sender: FileSender): Promise<readonly FileGrid[]> =>
  readFile<typeof readLayout>('layout', { bytes }, sender, {
    bytes: bytes.length,
    refuse: () => new Refusal('IMPORT_UNREADABLE', { reason: 'tooMuchWork' }),
  })
