import type { WorkReply } from './proof-of-work.worker.ts'

/**
 * Solves a proof of work in a worker, so that the page stays responsive; without workers in slices between frames.
 * @throws when aborted (the signal's reason), or when no number was found in time
 */
export async function solveWork(work: unknown, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const worker = startWorker()
  if (!worker) {
    const controller = new AbortController()
    signal.addEventListener('abort', () => controller.abort(), { once: true })
    const { doWork } = await import('./proof-of-work.ts')
    const answer = doWork(work, controller)
    return answer.catch((fault: unknown) => {
      signal.throwIfAborted()
      throw fault
    })
  }
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.addEventListener('error', (event) => reject(new Error(event.message)))
      worker.addEventListener('message', ({ data }: MessageEvent<WorkReply>) => {
        if ('answer' in data) resolve(data.answer)
        else reject(new Error(data.fault))
      })
      worker.postMessage(work)
    })
  } finally {
    worker.terminate()
  }
}

function startWorker(): Worker | undefined {
  if (typeof Worker === 'undefined') return undefined
  try {
    return new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return undefined
  }
}
