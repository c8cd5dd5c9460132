import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'

/** The page's own code draws from it (web/drawn/draw-screen.tsx). */
export type AskedScreen = Readonly<{
  /** The address, as below the root of its host. */
  url: string
  languages: readonly string[]
  /** Those that the page reads; none of a session. */
  cookies: string
  isWide: boolean
  /** The answers of the document: JSON by call. */
  answers: string
}>

/** Markup, and how it is shown beside it (web/drawn/drawn-screen.ts). */
export type DrawnScreen = Readonly<{ html: string }> & Readonly<Record<string, unknown>>

/** Built beside the documents. */
const FILE = 'draw-screen.mjs'
/** A document goes without a screen that is late. */
const PATIENCE_MS = 500
/** A thread that hangs is ended, and one that nobody needs. */
const HANGING_MS = 10_000
const IDLE_MS = 15 * MINUTE_MS
/** Visitors come in any number: those beyond get their screen from the page. */
const MOST_OPEN = 8
/** All who ask the same see the same. */
const MOST_KEPT = 32
const MEMORY_MB = 192

/** The thread: the page's code has the stand-in for a browser to itself, and a fault in it is not the server's. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
const loaded = import(workerData)
parentPort.on('message', async ({ id, asked }) => {
  const drawn = await loaded.then(() => globalThis.drawScreen(asked)).catch(() => undefined)
  parentPort.postMessage({ id, drawn })
})`

export type ScreenDrawer = Readonly<{
  /** @returns undefined: the page draws it itself */
  draw: (asked: AskedScreen) => Promise<DrawnScreen | undefined>
  close: () => Promise<void>
}>

/** Draws sign-ins in a thread of its own, which begins with the first of them and ends when there are none. */
export function createScreenDrawer(
  webDir: string,
  { patienceMs = PATIENCE_MS, hangingMs = HANGING_MS }: Readonly<{ patienceMs?: number; hangingMs?: number }> = {},
): ScreenDrawer {
  const file = join(webDir, FILE)
  const isBuilt = existsSync(file)
  const open = new Map<number, (drawn: DrawnScreen | undefined) => void>()
  const kept = new Map<string, Promise<DrawnScreen | undefined>>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const end = async (ended = thread): Promise<void> => {
    if (ended === undefined || ended !== thread) return
    thread = undefined
    clearTimeout(idle)
    for (const answer of open.values()) answer(undefined)
    open.clear()
    await ended.terminate()
  }
  const begin = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB }
    const begun = new Worker(THREAD, { eval: true, workerData: pathToFileURL(file).href, resourceLimits, env: {} })
    begun.unref()
    begun.on('message', ({ id, drawn }: { id: number; drawn: DrawnScreen | undefined }) => open.get(id)?.(drawn))
    for (const event of ['error', 'exit']) begun.on(event, () => void end(begun))
    return begun
  }
  const ask = (asked: AskedScreen): Promise<DrawnScreen | undefined> => {
    thread ??= begin()
    const asking = thread
    const id = ++count
    clearTimeout(idle)
    idle = setTimeout(() => void end(asking), IDLE_MS).unref()
    const drawn = new Promise<DrawnScreen | undefined>((resolve) => open.set(id, resolve))
    const hanging = setTimeout(() => void end(asking), hangingMs).unref()
    void drawn.then(() => {
      clearTimeout(hanging)
      open.delete(id)
    })
    asking.postMessage({ id, asked })
    return drawn
  }
  return {
    draw: async (asked) => {
      const key = JSON.stringify(asked)
      const known = kept.get(key)
      if (known === undefined && (!isBuilt || open.size >= MOST_OPEN)) return undefined
      const drawing = known ?? ask(asked)
      kept.delete(key)
      const [oldest] = kept.keys()
      if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
      kept.set(key, drawing)
      if (known === undefined)
        void drawing.then((drawn) => {
          if (drawn === undefined && kept.get(key) === drawing) kept.delete(key)
        })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), patienceMs)
      })
      const drawn = await Promise.race([drawing, late])
      clearTimeout(timer)
      return drawn
    },
    close: () => end(),
  }
}
