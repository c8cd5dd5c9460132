import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
const FILE = 'draw-screen.js'
/** A document goes without a screen that is late: on a phone the scripts take longer. */
const PATIENCE_MS = { phone: 1_500, wide: 700 } as const
/** A thread that hangs is ended, and one that nobody needs. */
const HANGING_MS = 10_000
const IDLE_MS = 15 * MINUTE_MS
/** Visitors come in any number: those beyond get their screen from the page. */
const MOST_OPEN = 8
/** All who ask the same see the same. */
const MOST_KEPT = 32
const MEMORY_MB = 192

/** No screen is longer: the page draws it itself. */
const MOST_CHARACTERS = 256_000

/**
 * The thread: a fault in the page's code is not the server's. Each screen has the code to itself, run in a new context
 * with what a browser has beside the language: nothing that one leaves behind is there for the next.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
const { createContext, Script } = require('node:vm')
const script = new Script(require('node:fs').readFileSync(workerData, 'utf8'), { filename: workerData })
const toContext = () =>
  createContext({
    AbortController, AbortSignal, DOMException, Event, EventTarget, Headers, Request, Response, TextDecoder,
    TextEncoder, URL, URLSearchParams, clearTimeout, queueMicrotask, setTimeout,
  })
const draw = async (asked) => {
  const context = toContext()
  script.runInContext(context)
  return context.drawScreen(asked)
}
parentPort.on('message', async ({ id, asked }) => {
  parentPort.postMessage({ id, drawn: await draw(asked).catch(() => undefined) })
})`

export type ScreenDrawer = Readonly<{
  /** @param isOpen all who ask the same share it: nothing of it is anybody's @returns undefined: the page draws it itself */
  draw: (asked: AskedScreen, isOpen: boolean) => Promise<DrawnScreen | undefined>
  close: () => Promise<void>
}>

/** Draws first screens in a thread of its own, which is there before the first of them and ends when there are none. */
export function createScreenDrawer(
  webDir: string,
  { patienceMs, hangingMs = HANGING_MS }: Readonly<{ patienceMs?: number; hangingMs?: number }> = {},
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
    const begun = new Worker(THREAD, { eval: true, workerData: file, resourceLimits, env: {} })
    begun.unref()
    begun.on('message', ({ id, drawn }: { id: number; drawn: DrawnScreen | undefined }) => open.get(id)?.(drawn))
    for (const event of ['error', 'exit']) begun.on(event, () => void end(begun))
    thread = begun
    return begun
  }
  const rest = (begun: Worker): void => {
    clearTimeout(idle)
    idle = setTimeout(() => void end(begun), IDLE_MS).unref()
  }
  const ask = (asked: AskedScreen): Promise<DrawnScreen | undefined> => {
    const asking = thread ?? begin()
    const id = ++count
    rest(asking)
    const drawn = new Promise<DrawnScreen | undefined>((resolve) => open.set(id, resolve))
    const hanging = setTimeout(() => void end(asking), hangingMs).unref()
    void drawn.then(() => {
      clearTimeout(hanging)
      open.delete(id)
    })
    asking.postMessage({ id, asked })
    return drawn.then((found) => (found !== undefined && found.html.length <= MOST_CHARACTERS ? found : undefined))
  }
  const askIfFree = (asked: AskedScreen): Promise<DrawnScreen | undefined> | undefined =>
    isBuilt && open.size < MOST_OPEN ? ask(asked) : undefined
  const askOnce = (asked: AskedScreen): Promise<DrawnScreen | undefined> | undefined => {
    const key = JSON.stringify(asked)
    const known = kept.get(key)
    const drawing = known ?? askIfFree(asked)
    if (drawing === undefined) return undefined
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(key, drawing)
    if (known === undefined)
      void drawing.then((drawn) => {
        if (drawn === undefined && kept.get(key) === drawing) kept.delete(key)
      })
    return drawing
  }
  if (isBuilt) rest(begin())
  return {
    draw: async (asked, isOpen) => {
      const drawing = isOpen ? askOnce(asked) : askIfFree(asked)
      if (drawing === undefined) return undefined
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), patienceMs ?? PATIENCE_MS[asked.isWide ? 'wide' : 'phone'])
      })
      const drawn = await Promise.race([drawing, late])
      clearTimeout(timer)
      return drawn
    },
    close: () => end(),
  }
}
