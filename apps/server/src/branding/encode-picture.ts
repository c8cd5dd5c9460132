import { Refusal } from '@heliograph/domain/errors.ts'
import sharp from 'sharp'
import { cleanSvg } from './clean-svg.ts'

/** logo: PNG, which mail programs show. background: WebP, large. */
export type PictureUse = 'logo' | 'background'
export type EncodedPicture = Readonly<{
  bytes: Buffer
  type: 'image/png' | 'image/webp'
  width: number
  height: number
}>

const LOGO = { width: 1_024, height: 512 }
const BACKGROUND = { width: 2_560, height: 2_560 }
const MOST_PIXELS = 40_000_000
const QUALITY = 82
const MOST_SECONDS = 20
const taken: readonly (string | undefined)[] = ['jpeg', 'png', 'webp', 'svg']
/** A drawing without a size of its own is drawn as large as a logo is kept. */
const SVG_DENSITY = 300

// One at a time, so that a few uploads cannot fill the memory.
let last: Promise<unknown> = Promise.resolve()

/** Decodes and encodes an uploaded picture. Its bytes say what it is; a drawing becomes pixels. @throws Refusal IMAGE_UNREADABLE */
export function encodePicture(bytes: Buffer, use: PictureUse): Promise<EncodedPicture> {
  const next = last.then(() => encode(bytes, use))
  last = next.catch(() => undefined)
  return next
}

async function encode(given: Buffer, use: PictureUse): Promise<EncodedPicture> {
  try {
    const bytes = cleanSvg(given) ?? given
    const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', density: SVG_DENSITY })
    const { format } = await open().metadata()
    if (!taken.includes(format)) throw new Refusal('IMAGE_UNREADABLE')
    const size = use === 'logo' ? LOGO : BACKGROUND
    const fitted = open()
      .rotate()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MOST_SECONDS })
    const { data, info } = await (use === 'logo'
      ? fitted.png({ compressionLevel: 9 })
      : fitted.webp({ quality: QUALITY })
    ).toBuffer({ resolveWithObject: true })
    return { bytes: data, type: use === 'logo' ? 'image/png' : 'image/webp', width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('IMAGE_UNREADABLE')
  }
}
