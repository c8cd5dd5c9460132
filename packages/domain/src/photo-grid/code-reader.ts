import type { GrayImage } from './gray-image.ts'
import type { CodeKind } from './grid-of-codes.ts'

const kinds: Readonly<Record<string, CodeKind>> = {
  QRCode: 'qr',
  DataMatrix: 'dataMatrix',
  Code128: 'code128',
  Code39: 'code39',
}

/** The kind of code behind the reader's name for it (zxing-cpp, BarcodeFormat). */
export const kindOfSymbology = (symbology: string): CodeKind => kinds[symbology] ?? 'other'

/** A portable gray map: one byte per pixel behind a head, a quarter of what the reader's other input takes. */
export function toPgm({ width, height, data }: GrayImage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const bytes = new Uint8Array(head.length + data.length)
  bytes.set(head)
  bytes.set(data, head.length)
  return bytes
}
