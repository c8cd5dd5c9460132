/**
 * Written into the document (page-hints.ts): while the scripts load it makes the calls that every page makes first, and asks
 * for the texts. api/call.ts takes the replies.
 */
import { atBase, ownPath } from './api/base-path.ts'
import { callOptions, jsonHeaders, toCallKey } from './api/early-calls.ts'
import { firstPaths, listsOf, PLANT_PAGE_SIZE, toBrandRequest, toPlantSearch } from './api/first-requests.ts'
import { CALL_TIMEOUT_MS } from './api/limits.ts'
import { toQuery } from './api/path.ts'
import { isRenewalDue, readLoginCenter } from './auth/session-life.ts'
import { languageCookieName, readCookie } from './preferences/language-cookie.ts'

/** @param until what must have been answered before */
function ask(method: string, path: string, body?: unknown, until?: Promise<void>): Promise<Response> {
  const address = atBase(path)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const send = (): Promise<Response> =>
    fetch(address, {
      method,
      ...callOptions,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      headers: { accept: 'application/json', ...(text === undefined ? {} : jsonHeaders) },
      ...(text === undefined ? {} : { body: text }),
    })
  const reply = until === undefined ? send() : until.then(send)
  // The caller that takes it gets the failure.
  reply.catch(() => undefined)
  window.earlyCalls ??= new Map()
  window.earlyCalls.set(toCallKey(method, address, text), reply)
  return reply
}

/** The page unlocks with its brand; a brand that cannot be loaded is the product's own. */
async function unlock(brand: Promise<Response>): Promise<void> {
  const found: unknown = await brand.then((reply) => reply.clone().json()).catch(() => undefined)
  const { status = 'OK' } = (found ?? {}) as { status?: unknown }
  if (status !== 'OK') throw new Error('The brand is out of service.')
}

/** A token, a brand or a data center of its own changes every call: then the page itself begins. */
const isPlain = (search: string): boolean =>
  !/[?&](token|region|clientStyle)=/.test(search) &&
  sessionStorage.getItem('heliograph.clientStyle') === null &&
  sessionStorage.getItem('heliograph.token') === null &&
  readLoginCenter() === undefined

/** @param opens the first screen (domain/page-paths.ts) */
export function askEarly(opens: string, { pathname, search }: Location = window.location): void {
  if (!isPlain(search)) return
  void ask('GET', firstPaths.country)
  const brand = ask('POST', firstPaths.brand, toBrandRequest(undefined).body)
  // A renewal makes the cookie of other calls invalid.
  if (opens === '' || opens === 'sign-in' || isRenewalDue(Date.now())) return
  const unlocked = unlock(brand)
  void ask('GET', firstPaths.user, undefined, unlocked)
  if (ownPath(pathname) === '/largescreen' || new URLSearchParams(search).has('q')) return
  const { wantsList, wantsCounts } = listsOf(opens === 'start' || opens === 'fleet')
  if (wantsCounts) void ask('POST', firstPaths.counts, {}, unlocked)
  if (!wantsList) return
  const { query, body } = toPlantSearch({ page: 1, size: PLANT_PAGE_SIZE })
  void ask('POST', `${firstPaths.plants}${toQuery(query)}`, body, unlocked)
}

/** As pickLanguage (domain/languages.ts) chooses; a brand may choose otherwise. @param files of each language, as the build names them */
export function loadTextsEarly(files: Readonly<Record<string, readonly string[]>>): void {
  const wished = [
    readCookie(document.cookie, languageCookieName(undefined)),
    navigator.language.slice(0, 2).toLowerCase(),
  ]
  const code = wished.find((item) => item !== undefined && Object.hasOwn(files, item)) ?? 'en'
  for (const file of files[code] ?? []) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: atBase(`/${file}`) })
    document.head.append(link)
  }
}

const script = document.currentScript
if (script) {
  const { opens = '', texts = '{}' } = script.dataset
  askEarly(opens)
  loadTextsEarly(JSON.parse(texts))
}
