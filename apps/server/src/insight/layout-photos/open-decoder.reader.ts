import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { kindOfSymbology, toPgm } from '@heliograph/domain/photo-grid/code-reader.ts'
import type { GrayImage } from '@heliograph/domain/photo-grid/gray-image.ts'
import type { FoundCode } from '@heliograph/domain/photo-grid/grid-of-codes.ts'
import type { Decode } from '@heliograph/domain/photo-grid/read-photo.ts'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

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
    return { text, kind: kindOfSymbology(symbology), corners: [topLeft, topRight, bottomRight, bottomLeft] }
  })
}
