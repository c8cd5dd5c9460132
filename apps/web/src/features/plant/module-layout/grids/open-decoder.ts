import { kindOfSymbology, toPgm } from '@heliograph/domain/photo-grid/code-reader.ts'
import type { Decode } from '@heliograph/domain/photo-grid/read-photo.ts'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The reader of barcodes, from this server: nothing is fetched from elsewhere. */
export function openDecoder(): Decode {
  prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })
  return async (image) => {
    const found = await readBarcodes(toPgm(image), {
      formats: ['QRCode', 'DataMatrix', 'Code128', 'Code39'],
      tryInvert: false,
      maxNumberOfSymbols: 255,
    })
    return found.map(({ text, symbology, position }) => {
      const { topLeft, topRight, bottomRight, bottomLeft } = position
      return { text, kind: kindOfSymbology(symbology), corners: [topLeft, topRight, bottomRight, bottomLeft] }
    })
  }
}
