import type { CallInput, CallName, CallReply, Calls } from '@heliograph/contract/calls.ts'
import { type DataCenter, prefixedPath } from '@heliograph/domain/regions.ts'
import { atBase, BASE_PATH } from './base-path.ts'
import type { FaultBody } from './error-policy.ts'
import { CallFailure } from './failure.ts'
import { takeFirstAnswer } from './first-answers.ts'
import { canKeep, noteFresh, noteKept, noteSession } from './kept-state.ts'
import { CALL_TIMEOUT_MS } from './limits.ts'
import { countCall } from './open-calls.ts'
import { toQuery, toTarget } from './path.ts'
import { sealedCalls } from './sealed-calls.ts'
import { findCiphers, type SealedBody, seal } from './sealing.ts'
import { forgetServerKey, getServerKey } from './server-key.ts'
import { noteAnswered, noteServerState, noteUnanswered } from './server-state.ts'
import { noteSaved } from './undo-offers.ts'
import { untilIdle } from './until-idle.ts'

type Of<F extends string> = { [N in CallName]: Calls[N] extends { [K in F]: true | 'either' } ? N : never }[CallName]
/** Calls with one reply. live.ts reads streams. */
export type PlainCall = Exclude<CallName, Of<'stream'>>
type Given<N extends CallName> = {
  readonly [K in keyof CallInput<N> as CallInput<N>[K] extends undefined ? never : K]: CallInput<N>[K]
}
type NeedsNothing<N extends CallName> = Record<never, never> extends Given<N> ? true : false

export type CallOptions = Readonly<{
  signal?: AbortSignal | undefined
  /** Another data center than the chosen one (a call to look for an account there). */
  center?: DataCenter | undefined
  /** Replaces the page's own session. */
  token?: string | undefined
}>
type Rest<N extends CallName> =
  NeedsNothing<N> extends true
    ? readonly [input?: Given<N>, options?: CallOptions]
    : readonly [input: Given<N>, options?: CallOptions]

// The compiler asks for a row here when a call of the contract is form-encoded.
const formCalls: Readonly<Record<Of<'form'>, true>> = {
  'POST /oauth2-s/oauth/token': true,
  'POST /message-s/unsubscribe/{token}': true,
}

type Transport = {
  /** A token from the URL (auth/session.ts); the page's own session lives in its cookie. */
  token: string | undefined
  /** Unknown until the brand is there, and none with a brand of its own (specification, section 7). */
  center: DataCenter | undefined
  /** That data center delivered the page: it answers without a prefix as well. */
  isHere: boolean
  /** The brand that the address names: a suspended one is refused by the server. */
  clientStyle: string | undefined
  /** Bodies with secrets are sent encrypted; the page turns it on when it starts. */
  seals: boolean
  /** Called at once when a call finds that the session has ended, or that a proxy requires a sign-in first. */
  onSessionEnd: (failure: CallFailure) => void
}

const transport: Transport = {
  token: undefined,
  center: undefined,
  isHere: false,
  clientStyle: undefined,
  seals: false,
  onSessionEnd: () => undefined,
}

export const setTransport = (changes: Partial<Transport>): void => {
  Object.assign(transport, changes)
}
export const hasBearer = (): boolean => transport.token !== undefined
/** The data center of calls, once it is known. */
export const callCenter = (): DataCenter | undefined => transport.center

const withCenter = (path: string, center = transport.center): string =>
  atBase(center ? prefixedPath(path, center) : path)

/** The URL of a call, for links and streams. */
export const addressOf = (name: CallName, params?: Readonly<Record<string, unknown>>): string =>
  withCenter(toTarget(name, params).path)

/** The address under which programs reach the calls of this data center: without its prefix where it is at home. */
export const programAddress = (): string => `${window.location.origin}${transport.isHere ? BASE_PATH : withCenter('')}`

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' } as const

type Packed = Readonly<{ body?: BodyInit; headers: Record<string, string>; sealed?: SealedBody }>

const isSecret = (name: CallName): boolean => name in sealedCalls
const keyAddress = (center: DataCenter | undefined): string => withCenter('/oauth2-s/oauth/public-key', center)

async function pack(name: CallName, call: string, body: unknown, center: DataCenter | undefined): Promise<Packed> {
  if (body === undefined) return { headers: {} }
  if (transport.seals && isSecret(name)) {
    const [ciphers, key] = await Promise.all([findCiphers(), getServerKey(keyAddress(center))])
    const nowMs = Date.now() + key.aheadMs
    const sealed = await seal(ciphers, { publicPem: key.publicPem, call, nowMs, body })
    const headers = { 'content-type': 'application/octet-stream', dk: sealed.dk }
    return { body: sealed.body as Uint8Array<ArrayBuffer>, headers, sealed }
  }
  if (name in formCalls) {
    const options = Object.entries(body as Record<string, string | undefined>).filter(
      ([, value]) => value !== undefined,
    )
    return { body: new URLSearchParams(options as [string, string][]), headers: {} }
  }
  return { body: JSON.stringify(body), headers: jsonHeaders }
}

/** The text of a reply, decrypted if necessary. */
const readText = async (reply: Response, sealed: SealedBody | undefined): Promise<string> =>
  sealed && reply.headers.has('encrypt') ? sealed.open(await reply.arrayBuffer()) : reply.text()

async function readFault(reply: Response, sealed: SealedBody | undefined): Promise<FaultBody> {
  // A refused download arrives as a blob like any other body: its text is the error reply.
  const text = await readText(reply, sealed).catch(() => '')
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as FaultBody) : {}
  } catch {
    return {}
  }
}

/**
 * Makes a call of the contract: `await call('GET /maintain-s/station/{id}', { params: { id } })`.
 * @throws CallFailure; an abort by the caller's own signal is passed on unchanged
 */
export async function call<N extends PlainCall>(name: N, ...[input, options]: Rest<N>): Promise<CallReply<N>> {
  try {
    return await countCall(callOnce(name, input, options))
  } catch (fault) {
    if (!(fault instanceof CallFailure)) throw fault
    const isOwn = options?.token === undefined && options?.center === undefined
    const kept = isOwn && isUnreachable(fault) ? await findKept(name, input) : undefined
    if (kept !== undefined) return kept as CallReply<N>
    if (isOwn && fault.verdict.goToLogin) transport.onSessionEnd(fault)
    if (fault.code !== 'SEALED_BODY') throw fault
    // The server has a new key, or this clock was set: the key is requested again, and the call repeated once. It had
    // no effect yet.
    forgetServerKey(keyAddress(options?.center))
    return callOnce(name, input, options)
  }
}

const isUnreachable = ({ verdict }: CallFailure): boolean => ['network', 'timeout'].includes(verdict.row)

const loadKeeper = () => import('./kept-answers.ts')
/** A page that opens asks twenty times in a second, and must draw the answers first. */
const untilLater = () => new Promise((resolve) => setTimeout(resolve, KEEP_AFTER_MS)).then(untilIdle)
const KEEP_AFTER_MS = 1500

/** The last answer to the same call, where this device has one. */
async function findKept(name: PlainCall, input: AnyInput = {}): Promise<unknown> {
  if (!canKeep()) return undefined
  const { method, path } = toTarget(name, input.params, input.query)
  const kept = await loadKeeper()
    .then(({ findAnswer }) => findAnswer(`${method} ${path}`, input.body))
    .catch(() => undefined)
  if (kept === undefined) return undefined
  const value: unknown = JSON.parse(kept.text)
  noteKept(value, kept.atMs)
  return value
}

/** Values that came by another way than a call: those of a stream. @param isCurrent as `noteSession` gave it at its start */
export function keepStreamed(
  name: PlainCall,
  params: Readonly<Record<string, unknown>>,
  value: unknown,
  isCurrent: () => boolean,
): void {
  noteFresh()
  noteAnswered()
  const { method, path } = toTarget(name, params)
  keep(name, `${method} ${path}`, undefined, JSON.stringify(value), isCurrent)
}

function keep(name: PlainCall, target: string, body: unknown, text: string, isCurrent: () => boolean): void {
  if (!canKeep()) return
  const nowMs = Date.now()
  void untilLater()
    .then(loadKeeper)
    // A user or an identity that left in the meantime leaves nothing behind.
    .then(({ keepAnswer }) => (isCurrent() ? keepAnswer(name, target, body, text, nowMs) : undefined))
    .catch(() => undefined)
}

type AnyInput = Readonly<{ params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }>

async function callOnce<N extends PlainCall>(
  name: N,
  input: AnyInput = {},
  options: CallOptions = {},
): Promise<CallReply<N>> {
  const { method, path } = toTarget(name, input.params, input.query)
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  // An answer belongs to the session that asked.
  const isCurrent = noteSession()
  // Another data center may be away by itself.
  const isOwn = options.center === undefined
  const toFailure = (fault: unknown): unknown => {
    if (options.signal?.aborted) return fault
    if (isOwn) noteUnanswered(name)
    return new CallFailure({ kind: timeout.aborted ? 'timeout' : 'network' })
  }
  const token = options.token ?? transport.token
  let reply: Response
  let first: Response | undefined
  let packed: Packed
  try {
    packed = await pack(name, `${method} ${path.split('?')[0]}`, input.body, options.center)
    const address = withCenter(path, options.center)
    const own = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(transport.clientStyle ? { 'client-style': transport.clientStyle } : {}),
    }
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    // The document came from here: its answers are those of this data center.
    const isHere = isOwn && (transport.isHere || transport.center === undefined)
    first = isHere && Object.keys(own).length === 0 ? takeFirstAnswer(method, path, packed.body) : undefined
    reply =
      first ??
      (await fetch(address, {
        method,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'manual',
        signal,
        headers: { accept: 'application/json', ...packed.headers, ...own },
        ...(packed.body === undefined ? {} : { body: packed.body }),
      }))
  } catch (fault) {
    // A failed key request fails like the call itself.
    if (fault instanceof Response)
      throw new CallFailure({ kind: 'status', status: fault.status, body: await readFault(fault, undefined) })
    throw toFailure(fault)
  }
  // Answers of the document carry no state.
  if (first === undefined) noteServerState(reply.headers)
  if (reply.ok) noteSaved(reply.headers)
  if (isOwn) {
    if (reply.status < 500) noteAnswered()
    else noteUnanswered(name)
  }
  // The API never redirects: a redirect means that a sign-in is required.
  if (reply.type === 'opaqueredirect') throw new CallFailure({ kind: 'status', status: 301, body: {} })
  if (!reply.ok)
    throw new CallFailure({ kind: 'status', status: reply.status, body: await readFault(reply, packed.sealed) })
  try {
    const text = await readText(reply, packed.sealed)
    const value = JSON.parse(text) as CallReply<N>
    noteFresh()
    // A sealed request is secret, and so is its answer.
    if (options.token === undefined && options.center === undefined && packed.sealed === undefined)
      keep(name, `${method} ${path}`, input.body, text, isCurrent)
    return value
  } catch (fault) {
    throw toFailure(fault)
  }
}

/**
 * Saves the file of a call. The browser fetches it with its cookie; a page with a token of its own must do so itself.
 * @throws CallFailure
 */
export async function downloadFile(
  name: Of<'blob'>,
  params: Readonly<Record<string, unknown>>,
  fileName: string,
  query: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const link = document.createElement('a')
  const address = `${addressOf(name, params)}${toQuery(query)}`
  if (transport.token === undefined) {
    link.href = address
    link.download = fileName
    link.click()
    return
  }
  const reply = await fetch(address, { headers: { authorization: `Bearer ${transport.token}` } })
  if (!reply.ok)
    throw new CallFailure({ kind: 'status', status: reply.status, body: await readFault(reply, undefined) })
  link.href = URL.createObjectURL(await reply.blob())
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
