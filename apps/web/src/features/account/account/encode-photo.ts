import { type Crop, type Size, squareOf } from './crop.ts'

/** The formats that the server accepts (contract, POST /user-s/acc/photo). */
export const MAX_PHOTO_BYTES = 256 * 1024
const EDGE_PX = 512

const qualities = [0.9, 0.8, 0.65, 0.5, 0.35]

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The photo could not be read'))
    reader.readAsDataURL(blob)
  })

/** The cropped square as a data URL: WebP, or JPEG where the browser cannot write WebP. */
export async function encodePhoto(image: CanvasImageSource, picture: Size, crop: Crop): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = EDGE_PX
  canvas.height = EDGE_PX
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no canvas')
  const { left, top, edge } = squareOf(picture, crop)
  // A transparent logo gets a white background, in both themes and both formats.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, EDGE_PX, EDGE_PX)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, edge, edge, 0, 0, EDGE_PX, EDGE_PX)
  for (const quality of qualities) {
    const webp = await toBlob(canvas, 'image/webp', quality)
    const blob = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg', quality)
    if (blob && blob.size <= MAX_PHOTO_BYTES) return toDataUrl(blob)
  }
  throw new Error('The photo stays too large')
}
