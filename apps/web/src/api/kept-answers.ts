/**
 * The last replies about the fleet and its plants, on this device: shown with their age where the server cannot be
 * reached. They belong to one session and go with it (auth/session.ts).
 */
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { KEPT_CACHE, writtenAtMs } from './kept-state.ts'

/** Asked before a session, too: with this alone there is nothing to show. */
const OPEN = 'POST /backyard-api-s/oem/project/basic-info'
/** Calls of the sign-in, the shell, the list, the fleet and a plant's data page. */
const keptCalls: ReadonlySet<string> = new Set([
  OPEN,
  'GET /user-s/acc/org/login-user',
  'GET /user-s/acc/identity',
  'POST /maintain-s/operating/station/search',
  'POST /maintain-s/operating/station/counts',
  'POST /maintain-s/operating/station/fleet',
  'POST /maintain-s/operating/station/today',
  'POST /maintain-s/operating/station/places',
  'POST /maintain-s/operating/station/generation/energy-saved',
  'POST /maintain-s/operating/alert/counts',
  'POST /maintain-s/operating/alert/search',
  'GET /maintain-s/station/tags',
  'GET /maintain-s/station/views',
  'GET /maintain-s/station/{id}/detail',
  'GET /maintain-s/station/{id}/finance',
  'GET /maintain-s/station/{id}/recount',
  'GET /maintain-s/fast/system/{id}',
  'GET /maintain-s/operating/system/{id}',
  'GET /maintain-s/history/power/{id}/record',
  'GET /maintain-s/history/power/{id}/stats/{type}',
  'GET /maintain-s/history/power/{id}/low-yesterday',
  'GET /maintain-s/history/power/{id}/forecast',
  'GET /region-s/weather/searchForecast',
  'GET /message-s/message/unreaded/counts',
])
const MOST_KEPT = 150
const MOST_CHARACTERS = 500_000
/** Older figures say nothing about a plant any more. */
const LONGEST_MS = 7 * DAY_MS
/** Pages ask every few seconds; a copy of that age is good enough. */
const EVERY_MS = 20_000
const KEPT_AT = 'x-kept-at'

/** A name in the store, which takes addresses only. No request ever goes there. */
const keyOf = (target: string, body: unknown): string =>
  `/kept-answers?${encodeURIComponent(`${target} ${body === undefined ? '' : JSON.stringify(body)}`)}`

type Kept = Readonly<{ key: string; reply: Response }>
/** Until an answer of a session is kept. */
let waiting: Kept | undefined

/** @param target method and path with parameters, without the prefix of a data center */
export async function keepAnswer(
  name: string,
  target: string,
  body: unknown,
  text: string,
  nowMs = Date.now(),
): Promise<void> {
  const key = keyOf(target, body)
  if (!keptCalls.has(name) || text.length > MOST_CHARACTERS) return
  if (nowMs - (writtenAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return
  writtenAtMs.set(key, nowMs)
  const reply = new Response(text, { headers: { [KEPT_AT]: String(nowMs) } })
  try {
    if (name === OPEN) {
      waiting = { key, reply }
      if (!(await caches.has(KEPT_CACHE))) return
    }
    const cache = await caches.open(KEPT_CACHE)
    if (name !== OPEN) await cache.put(key, reply)
    const open = waiting
    waiting = undefined
    if (open) await cache.put(open.key, open.reply)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_KEPT)).map((request) => cache.delete(request)))
  } catch {
    // A full disk keeps nothing: then there is nothing to show without a network.
  }
}

/** The last reply to the same question, with the instant at which it came. */
export async function findAnswer(
  target: string,
  body: unknown,
  nowMs = Date.now(),
): Promise<Readonly<{ text: string; atMs: number }> | undefined> {
  try {
    if (!(await caches.has(KEPT_CACHE))) return undefined
    const cache = await caches.open(KEPT_CACHE)
    const reply = await cache.match(keyOf(target, body))
    const atMs = Number(reply?.headers.get(KEPT_AT))
    // A clock that was set back makes the age untrustworthy.
    if (!reply || !(atMs > nowMs - LONGEST_MS && atMs <= nowMs)) return undefined
    return { text: await reply.text(), atMs }
  } catch {
    return undefined
  }
}
