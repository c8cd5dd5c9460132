/** Runs in a thread of its own: photos and drawings take seconds of computing, during which calls must be answered. */
import { parentPort } from 'node:worker_threads'
import { gridsOfDrawing } from '@heliograph/domain/layout-file/grids-of-drawing.ts'
import { readDxf } from '@heliograph/domain/layout-file/read-dxf.ts'
import { readPhoto } from '@heliograph/domain/photo-grid/read-photo.ts'
import { openDecoder } from './open-decoder.ts'
import type { ThreadAnswer, ThreadQuestion } from './photo-thread.ts'

const decode = openDecoder()

async function answer(question: ThreadQuestion): Promise<ThreadAnswer> {
  if (question.kind === 'drawing') {
    const drawing = readDxf(question.text)
    return typeof drawing === 'string' ? drawing : gridsOfDrawing(drawing)
  }
  const endMs = performance.now() + question.lookMs
  return readPhoto(question.image, decode, () => performance.now() > endMs)
}

parentPort?.on('message', async (question: ThreadQuestion) => parentPort?.postMessage(await answer(question)))
