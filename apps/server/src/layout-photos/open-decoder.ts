import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { GrayImage } from '@heliograph/domain/photo-grid/gray-image.ts'
import type { CodeKind, FoundCode } from '@heliograph/domain/photo-grid/grid-of-codes.ts'
import type { Decode } from '@heliograph/domain/photo-grid/read-photo.ts'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const kinds: Readonly<Record<string, CodeKind>> = {
  QRCode: 'qr',
  DataMatrix: 'dataMatrix',
  Code128: 'code128',
  Code39: 'code39',
}

let isOpen = false

/** The reader of barcodes, from the installed package: by itself it would fetch its code from elsewhere. */
export function openDecoder(): Decode {
  if (!isOpen) {
    const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } })
    isOpen = true
  }
  return decode
}

async function decode(image: GrayImage): Promise<readonly FoundCode[]> {
  const found = await readBarcodes(toPgm(image), {
    formats: ['QRCode', 'DataMatrix', 'Code128', 'Code39'],
    tryInvert: false,
    maxNumberOfSymbols: 255,
  })
  return found.map(({ text, symbology, position }): FoundCode => {
    const { topLeft, topRight, bottomRight, bottomLeft } = position
    return { text, kind: kinds[symbology] ?? 'other', corners: [topLeft, topRight, bottomRight, bottomLeft] }
  })
}

/** A portable gray map: one byte per pixel behind a head, a quarter of what the reader's other input takes. */
function toPgm({ width, height, data }: GrayImage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const bytes = new Uint8Array(head.length + data.length)
  bytes.set(head)
  bytes.set(data, head.length)
  return bytes
}
