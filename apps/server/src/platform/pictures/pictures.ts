import { Refusal } from '@heliograph/domain/errors.ts'
import { type FileSender, readFile } from '../file-reader/file-reader.ts'
import type { DrawnPicture, drawForms, PictureForm, PictureQuestion } from './picture.reader.ts'

export type { DrawnPicture } from './picture.reader.ts'

/** The room's front door: pictures that people send, drawn anew before they are kept. */

/**
 * The picture in each form, upright, nothing but pixels. Its bytes say what it is.
 * @throws Refusal IMAGE_UNREADABLE, TOO_MANY_REQUESTS, TIMED_OUT when the sender left
 */
export async function drawPicture<const Forms extends readonly PictureForm[]>(
  options: Omit<PictureQuestion, 'forms'>,
  forms: Forms,
  sender: FileSender,
): Promise<{ [N in keyof Forms]: DrawnPicture }> {
  const question = { ...options, forms }
  const drawn = await readFile<typeof drawForms>('picture', question, sender, {
    bytes: options.bytes.length,
    refuse: () => new Refusal('IMAGE_UNREADABLE'),
  })
  // Bytes from another process are no Buffer there.
  return drawn.map((item) => ({ ...item, bytes: Buffer.from(item.bytes) })) as { [N in keyof Forms]: DrawnPicture }
}
