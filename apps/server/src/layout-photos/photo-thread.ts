import { Worker } from 'node:worker_threads'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FileGrid } from '@heliograph/domain/layout-file/file-grid.ts'
import type { DxfFault } from '@heliograph/domain/layout-file/read-dxf.ts'
import type { GrayImage } from '@heliograph/domain/photo-grid/gray-image.ts'
import type { RecognizedGrid } from '@heliograph/domain/photo-grid/grid-of-codes.ts'

type PhotoQuestion = Readonly<{ kind: 'photo'; image: GrayImage; lookMs: number }>
type DrawingQuestion = Readonly<{ kind: 'drawing'; text: string }>
type PhotoAnswer = RecognizedGrid | undefined
type DrawingAnswer = readonly FileGrid[] | DxfFault
export type ThreadQuestion = PhotoQuestion | DrawingQuestion
export type ThreadAnswer = PhotoAnswer | DrawingAnswer

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

/** Does the work of one request at a time. @throws Refusal TOO_MANY_REQUESTS while others wait */
export async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting > MOST_WAITING) throw new Refusal('TOO_MANY_REQUESTS')
  waiting += 1
  const next = last.then(work).finally(() => {
    waiting -= 1
  })
  last = next.catch(() => undefined)
  return next
}

/** Reads a photo in a thread, within a turn. @throws Refusal TIMED_OUT */
export const readInThread = (image: GrayImage): Promise<PhotoAnswer> =>
  ask({ kind: 'photo', image, lookMs: LOOK_MS }) as Promise<PhotoAnswer>

/** The groups of modules in a DXF file. @throws Refusal as `takeTurn`, TIMED_OUT */
export const readDrawingInThread = (text: string): Promise<DrawingAnswer> =>
  takeTurn(() => ask({ kind: 'drawing', text })) as Promise<DrawingAnswer>

function ask(question: ThreadQuestion): Promise<ThreadAnswer> {
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
    const answer = (given: ThreadAnswer): void => {
      end()
      resolve(given)
    }
    const fail = (error: unknown): void => {
      end()
      closeThread()
      reject(error instanceof Error ? error : new Error('The thread that reads photos and drawings ended'))
    }
    const timer = setTimeout(() => fail(new Refusal('TIMED_OUT')), PATIENCE_MS)
    worker.on('message', answer)
    worker.on('error', fail)
    worker.postMessage(question)
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
