import { Worker } from 'node:worker_threads'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { GrayImage } from '@heliograph/domain/photo-grid/gray-image.ts'
import type { RecognizedGrid } from '@heliograph/domain/photo-grid/grid-of-codes.ts'

export type PhotoAnswer = Readonly<{ grid: RecognizedGrid | undefined }>

/** No further look after this time: what was found is the answer. */
const LOOK_MS = 20_000
/** The thread is ended if it does not answer: a picture made to keep the reader busy costs no more than this. */
const PATIENCE_MS = 45_000
/** An idle thread holds some 60 MB. */
const IDLE_MS = 60_000
/** Photos that may wait for the one that is read; each is up to 16 MB in memory. */
const MOST_WAITING = 4

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Reads a photo in the thread for it, one at a time.
 * @throws Refusal TOO_MANY_REQUESTS while others wait, TIMED_OUT
 */
export function readInThread(image: GrayImage): Promise<RecognizedGrid | undefined> {
  if (waiting > MOST_WAITING) throw new Refusal('TOO_MANY_REQUESTS')
  waiting += 1
  const next = last
    .then(() => ask(image))
    .finally(() => {
      waiting -= 1
    })
  last = next.catch(() => undefined)
  return next
}

function ask(image: GrayImage): Promise<RecognizedGrid | undefined> {
  clearTimeout(idle)
  const worker = openThread()
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      worker.off('message', answer)
      worker.off('error', fail)
      idle = setTimeout(closeThread, IDLE_MS)
      idle.unref()
    }
    const answer = ({ grid }: PhotoAnswer): void => {
      end()
      resolve(grid)
    }
    const fail = (error: unknown): void => {
      end()
      closeThread()
      reject(error instanceof Error ? error : new Error('The thread that reads photos ended'))
    }
    const timer = setTimeout(() => fail(new Refusal('TIMED_OUT')), PATIENCE_MS)
    worker.on('message', answer)
    worker.on('error', fail)
    worker.postMessage({ image, lookMs: LOOK_MS })
  })
}

function openThread(): Worker {
  if (thread !== undefined) return thread
  const resourceLimits = { maxOldGenerationSizeMb: 512 }
  thread = import.meta.url.endsWith('.ts')
    ? new Worker(readSource(new URL('./photo-worker.ts', import.meta.url)), {
        eval: true,
        execArgv: [],
        resourceLimits,
      })
    : new Worker(new URL('./photo-worker.js', import.meta.url), { resourceLimits })
  // A server that stops does not wait for it.
  thread.unref()
  return thread
}

/** In development and tests the thread reads TypeScript, which Node cannot by itself. */
const readSource = ({ href }: URL): string =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(href)}) })`

function closeThread(): void {
  void thread?.terminate()
  thread = undefined
}
