import { LONGEST_PICTURE } from '../../../api/suggestions.ts'

/** As large as the server keeps it (suggestions/re-encode-picture.ts). */
const LONGEST_EDGE_PX = 1_600
const qualities = [0.85, 0.7, 0.5]

/**
 * A picture as a data URL small enough to send. The canvas drops what the camera wrote into the file, place included,
 * before it leaves the browser.
 * @throws when the browser cannot read it
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, LONGEST_EDGE_PX / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  for (const quality of qualities) {
    const url = canvas.toDataURL('image/jpeg', quality)
    if (url.length <= LONGEST_PICTURE) return url
  }
  throw new Error('The picture stays too large')
}
