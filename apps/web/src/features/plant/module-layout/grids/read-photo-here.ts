import { type RecognizedPhoto, recognizePhoto } from '../../../../api/layout-photos.ts'
import { toBase64 } from '../../../../ui/to-base64.ts'
import type { PhotoReply } from './photo.worker.ts'

/**
 * Reads a photo in this browser; where that is not possible, the server does.
 * @returns undefined where no serial number was found @throws CallFailure, or the reason of the signal
 */
export async function readPhotoHere(
  plantId: number,
  file: File,
  signal: AbortSignal,
): Promise<RecognizedPhoto | undefined> {
  const here = await readInWorker(file, signal)
  if (here === undefined) return recognizePhoto(plantId, await toBase64(file))
  const { grid, width, height } = here
  return grid === undefined || grid.cells.length === 0 ? undefined : { ...grid, width, height }
}

type Read = Exclude<PhotoReply, { fault: string }>

/** undefined: the browser cannot. */
function readInWorker(file: File, signal: AbortSignal): Promise<Read | undefined> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return Promise.resolve(undefined)
  const worker = new Worker(new URL('./photo.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Read | undefined>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.addEventListener('error', () => resolve(undefined))
    worker.addEventListener('message', ({ data }: MessageEvent<PhotoReply>) =>
      resolve('fault' in data ? undefined : data),
    )
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
