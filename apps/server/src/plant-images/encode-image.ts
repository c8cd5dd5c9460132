import { Refusal } from '@heliograph/domain/errors.ts'
import sharp from 'sharp'

/** A picture as it is kept: WebP without anything but pixels (place and time of the camera are gone). */
export type EncodedImage = Readonly<{ large: Buffer; small: Buffer; width: number; height: number }>

/** The longer side, in pixels. */
const LARGE = 1920
const SMALL = 480
/** A small file can claim a huge picture: 40 megapixels is more than phones take. */
const MOST_PIXELS = 40_000_000
const QUALITY = 80
/** What a person photographs with. SVG is excluded: it is a document that can hold a script. */
const taken: readonly (string | undefined)[] = ['jpeg', 'png', 'webp']

// Pictures are rare and large: one at a time, so that a few uploads cannot fill the memory.
let last: Promise<unknown> = Promise.resolve()

/** Decodes and encodes an uploaded picture. Its bytes say what it is. @throws Refusal IMAGE_UNREADABLE */
export function encodeImage(bytes: Buffer): Promise<EncodedImage> {
  const next = last.then(() => encode(bytes))
  last = next.catch(() => undefined)
  return next
}

async function encode(bytes: Buffer): Promise<EncodedImage> {
  const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
  try {
    const { format } = await open().metadata()
    if (!taken.includes(format)) throw new Refusal('IMAGE_UNREADABLE')
    const fit = (side: number) =>
      open()
        // As the camera was held; without its notes the picture would lie on its side.
        .rotate()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
    const large = await fit(LARGE).toBuffer({ resolveWithObject: true })
    const small = await fit(SMALL).toBuffer()
    return { large: large.data, small, width: large.info.width, height: large.info.height }
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Broken, cut off, or larger than it says: all the same to the sender.
    throw new Refusal('IMAGE_UNREADABLE')
  }
}
