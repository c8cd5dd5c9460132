import { kindOfSymbology, toPgm } from '@heliograph/domain/photo-grid/code-reader.ts'
import { grayOf } from '@heliograph/domain/photo-grid/gray-image.ts'
import type { RecognizedGrid } from '@heliograph/domain/photo-grid/grid-of-codes.ts'
import { type Decode, readPhoto } from '@heliograph/domain/photo-grid/read-photo.ts'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The reader of barcodes, from this server: nothing is fetched from elsewhere. */
function openDecoder(): Decode {
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

export type PhotoReply = Readonly<
  { grid: RecognizedGrid | undefined; width: number; height: number } | { fault: string }
>

/** The part of a dedicated worker's global that is needed, without the types of all workers. */
type Scope = Readonly<{
  addEventListener: (type: 'message', listener: (event: MessageEvent<File>) => void) => void
  postMessage: (reply: PhotoReply) => void
}>
const scope = globalThis as unknown as Scope

/** As on the server: more does not find more, and takes longer. */
const LONGER_SIDE = 4_000
const LOOK_MS = 30_000

scope.addEventListener('message', ({ data }) => {
  read(data).then(
    (reply) => scope.postMessage(reply),
    (fault: unknown) => scope.postMessage({ fault: String(fault) }),
  )
})

async function read(file: File): Promise<PhotoReply> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const by = Math.min(1, LONGER_SIDE / Math.max(picture.width, picture.height))
  const width = Math.round(picture.width * by)
  const height = Math.round(picture.height * by)
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  const image = grayOf(context.getImageData(0, 0, width, height).data, width, height)
  const endMs = performance.now() + LOOK_MS
  return { grid: await readPhoto(image, openDecoder(), () => performance.now() > endMs), width, height }
}
