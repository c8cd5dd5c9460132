export type PictureKind = 'jpeg' | 'png' | 'webp' | 'svg'

const HEAD_BYTES = 4_096
/** Text that may stand before the drawing: instructions, comments, the type of the document. */
const SVG_HEAD =
  /^\uFEFF?(?:\s|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>)*<(?:[\w-]{1,40}:)?svg[\s/>]/i

/** Kind of a picture, by our own look at its first bytes: neither its name nor a library's guess counts. */
export function findPictureKind(bytes: Uint8Array): PictureKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
  const latin = head.subarray(0, 16).toString('latin1')
  if (latin.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return 'webp'
  return SVG_HEAD.test(head.toString('utf8')) ? 'svg' : undefined
}
