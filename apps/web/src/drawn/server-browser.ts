/**
 * The browser of a screen that the server draws (draw-screen.tsx): what the page's modules ask of theirs. Imported before
 * them.
 */
type Visit = Readonly<{
  /** Below the root of its host: a base path is put before the addresses later. */
  url: URL
  languages: readonly string[]
  cookies: string
  isWide: boolean
  /** A text that the page finds under an id, as of the answers to its first calls. */
  texts: Readonly<Record<string, string>>
}>

let visit: Visit = {
  url: new URL('http://localhost/'),
  languages: ['en'],
  cookies: '',
  isWide: false,
  texts: {},
}
/** Media queries of width that the drawing asked, with their answers. */
const widths: Record<string, boolean> = {}
const { setTimeout: startTimer } = globalThis
const LONGEST_WAIT_MS = 100
const nothing = (): void => undefined

const createStore = (): Storage => ({
  getItem: () => null,
  setItem: nothing,
  removeItem: nothing,
  clear: nothing,
  key: () => null,
  length: 0,
})

const serverDocument = {
  documentElement: { dataset: {}, lang: '', style: {} },
  title: '',
  hidden: false,
  get cookie() {
    return visit.cookies
  },
  set cookie(_) {
    // A drawing changes nothing.
  },
  getElementById: (id: string) => {
    const textContent = visit.texts[id]
    return textContent === undefined ? null : { textContent, remove: nothing }
  },
  addEventListener: nothing,
  removeEventListener: nothing,
}

const LEAST_WIDTH = /min-width: ?(\d+)px/
const MOST_WIDTH = /max-width: ?(\d+)px/
const WIDE_PX = 1440
const PHONE_PX = 390

function matches(query: string): boolean {
  const width = visit.isWide ? WIDE_PX : PHONE_PX
  const least = LEAST_WIDTH.exec(query)?.[1]
  const most = MOST_WIDTH.exec(query)?.[1]
  if (least === undefined && most === undefined) return false
  const isMatch = (least === undefined || width >= Number(least)) && (most === undefined || width <= Number(most))
  widths[query] = isMatch
  return isMatch
}

const globals = {
  window: globalThis,
  document: serverDocument,
  get location() {
    return visit.url
  },
  get navigator() {
    return {
      languages: visit.languages,
      language: visit.languages[0] ?? 'en',
      onLine: true,
      userAgent: '',
      platform: '',
    }
  },
  get isSecureContext() {
    return visit.url.protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+)$/.test(visit.url.hostname)
  },
  // Asked for its existence alone.
  PublicKeyCredential: nothing,
  localStorage: createStore(),
  sessionStorage: createStore(),
  matchMedia: (query: string) => ({
    get matches() {
      return matches(query)
    },
    media: query,
    addEventListener: nothing,
    removeEventListener: nothing,
  }),
  addEventListener: nothing,
  removeEventListener: nothing,
  // Nothing is scheduled in a drawing; a port that listens would keep all of it in memory.
  MessageChannel: class {
    readonly port1 = {}
    readonly port2 = { postMessage: nothing }
  },
  // A drawing waits for nothing: parts that come later, and the ends of what is kept, never come.
  setTimeout: (run: () => void, waitMs = 0) => (waitMs > LONGEST_WAIT_MS ? undefined : startTimer(run, waitMs)),
  // A call that the document does not answer has no answer here: a refusal, as no sign of a server that is away.
  fetch: () => Promise.reject(new Response('{}', { status: 503 })),
}
for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(globals)))
  Object.defineProperty(globalThis, name, { ...descriptor, configurable: true })

export function visitPage(opened: Visit): void {
  visit = opened
}

export const widthsAsked = (): Readonly<Record<string, boolean>> => widths
