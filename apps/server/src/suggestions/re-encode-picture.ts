import { Refusal } from '@heliograph/domain/errors.ts'
import sharp from 'sharp'

/** A large photo of a phone, unscaled. */
const MOST_PIXELS = 40_000_000
const LONGEST_EDGE_PX = 1_600
const kinds = ['jpeg', 'png', 'webp']

/**
 * A picture that people sent, drawn anew as WebP: turned upright, at most 1600 px, without place, camera, time or any
 * other note that its file had.
 * @param dataUrl of a JPEG, PNG or WebP; its bytes, not its name, say which
 * @throws Refusal PARAM_ERROR
 */
export async function reEncodePicture(dataUrl: string): Promise<Buffer> {
  const [, base64 = ''] = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  const refusal = new Refusal('PARAM_ERROR', { field: 'body.pictures' })
  if (base64 === '') throw refusal
  try {
    const image = sharp(Buffer.from(base64, 'base64'), { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    if (!kinds.includes(format ?? '')) throw refusal
    return await image
      .rotate()
      .resize({ width: LONGEST_EDGE_PX, height: LONGEST_EDGE_PX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  } catch {
    // Whatever is wrong with the bytes, the sender learns only that they are no picture.
    throw refusal
  }
}
