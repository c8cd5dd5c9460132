import { Refusal } from '@heliograph/domain/errors.ts'
import sharp, { type Sharp } from 'sharp'
import { cleanSvg } from './clean-svg.reader.ts'
import { findPictureKind, type PictureKind } from './picture-kind.ts'

/** A picture as it is kept: pixels alone (place, time and camera are gone). */
export type DrawnPicture = Readonly<{ bytes: Buffer; width: number; height: number }>
export type PictureForm = Readonly<{
  as: 'png' | 'webp'
  /** inside: no larger than this. whole: exactly this, filled up. */
  fit: 'inside' | 'whole'
  width: number
  height: number
  quality?: number
  /** A few colors are enough. */
  isPalette?: boolean
  /** One bit a pixel, for electronic paper; a gray becomes the nearer of the two. */
  isBlackAndWhite?: boolean
  /** Laid on white with this margin, in pixels. */
  margin?: readonly [before: number, after: number]
  /** A small picture, too, is drawn this large. */
  mayGrow?: boolean
}>
export type PictureQuestion = Readonly<{
  bytes: Uint8Array
  takes: readonly PictureKind[]
  /** Dots per inch of a drawing. */
  density?: number
  /** Drawn by this server: it is not cleaned. */
  isOurs?: boolean
  forms: readonly PictureForm[]
}>

/** A small file can claim a huge picture: more than phones take. */
const MOST_PIXELS = 60_000_000

// Formats in which people send no pictures have no reader here at all, and a drawing none while something else is read.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)
const drawings = { operation: ['VipsForeignLoadSvgBuffer'] }

type OpenQuestion = Omit<PictureQuestion, 'forms'>

/** Lets `work` read a picture as often as it likes. @throws Refusal IMAGE_UNREADABLE for any fault of the picture */
export async function withPicture<T>(question: OpenQuestion, work: (open: () => Sharp) => Promise<T>): Promise<T> {
  const { bytes: options, takes, density, isOurs = false } = question
  const kind = findPictureKind(options)
  if (kind === undefined || !takes.includes(kind)) throw new Refusal('IMAGE_UNREADABLE')
  const isDrawing = kind === 'svg'
  const bytes = isDrawing && !isOurs ? cleanSvg(options) : options
  if (isDrawing) sharp.unblock(drawings)
  try {
    return await work(() =>
      sharp(bytes, {
        limitInputPixels: MOST_PIXELS,
        failOn: 'error',
        sequentialRead: !isDrawing,
        ...(isDrawing && density !== undefined && { density }),
      }),
    )
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Broken, cut off, or larger than it says: all the same to the sender.
    throw new Refusal('IMAGE_UNREADABLE')
  } finally {
    if (isDrawing) sharp.block(drawings)
  }
}

/** Decodes a picture and encodes it anew, upright, in each form. @throws Refusal IMAGE_UNREADABLE */
export const drawForms = ({ forms, ...question }: PictureQuestion): Promise<readonly DrawnPicture[]> =>
  withPicture(question, async (open) => {
    const drawn: DrawnPicture[] = []
    for (const form of forms) {
      const { data, info } = await drawForm(open(), form).toBuffer({ resolveWithObject: true })
      drawn.push({ bytes: data, width: info.width, height: info.height })
    }
    return drawn
  })

const ONE_BIT = { palette: true, colours: 2, dither: 0, compressionLevel: 9 }

function drawForm(picture: Sharp, form: PictureForm): Sharp {
  const { width, height, fit, quality, margin } = form
  const upright = picture.rotate()
  const fitted =
    fit === 'whole'
      ? upright.resize({ width, height, fit: 'contain', background: '#ffffff00' })
      : upright.resize({ width, height, fit: 'inside', withoutEnlargement: !form.mayGrow })
  const [before, after] = margin ?? []
  const laid =
    before === undefined || after === undefined
      ? fitted
      : fitted
          .flatten({ background: '#ffffff' })
          .extend({ top: before, left: before, bottom: after, right: after, background: '#ffffff' })
  if (form.as === 'webp') return laid.webp(quality === undefined ? {} : { quality })
  if (form.isBlackAndWhite) return laid.flatten({ background: '#ffffff' }).greyscale().threshold(128).png(ONE_BIT)
  return laid.png(form.isPalette ? { palette: true } : { compressionLevel: 9 })
}
