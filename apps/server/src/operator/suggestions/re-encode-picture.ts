import { Refusal } from '@heliograph/domain/errors.ts'
import type { FileSender } from '../../platform/file-reader/file-reader.ts'
import { drawPicture } from '../../platform/pictures/pictures.ts'

const FORM = { as: 'webp', fit: 'inside', width: 1_600, height: 1_600, quality: 80 } as const

/**
 * A picture that people sent, drawn anew as WebP: turned upright, at most 1600 px, without place, camera, time or any
 * other note that its file had.
 * @param dataUrl of a JPEG, PNG or WebP; its bytes, not its name, say which
 * @throws Refusal PARAM_ERROR, TOO_MANY_REQUESTS, TIMED_OUT when the sender left
 */
export async function reEncodePicture(dataUrl: string, sender: FileSender): Promise<Buffer> {
  const [, base64 = ''] = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  const question = { bytes: Buffer.from(base64, 'base64'), takes: ['jpeg', 'png', 'webp'] } as const
  try {
    const [drawn] = await drawPicture(question, [FORM], sender)
    return drawn.bytes
  } catch (error) {
    // Whatever is wrong with the bytes, the sender learns only that they are no picture.
    if (error instanceof Refusal && error.code === 'IMAGE_UNREADABLE')
      throw new Refusal('PARAM_ERROR', { field: 'body.pictures' })
    throw error
  }
}
