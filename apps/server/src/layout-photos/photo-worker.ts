/** Runs in a thread of its own: reading a photo takes seconds of computing, during which calls must be answered. */
import { parentPort } from 'node:worker_threads'
import type { GrayImage } from '@heliograph/domain/photo-grid/gray-image.ts'
import { readPhoto } from '@heliograph/domain/photo-grid/read-photo.ts'
import { openDecoder } from './open-decoder.ts'
import type { PhotoAnswer } from './photo-thread.ts'

const decode = openDecoder()

parentPort?.on('message', async ({ image, lookMs }: Readonly<{ image: GrayImage; lookMs: number }>) => {
  const endMs = performance.now() + lookMs
  const grid = await readPhoto(image, decode, () => performance.now() > endMs)
  parentPort?.postMessage({ grid } satisfies PhotoAnswer)
})
