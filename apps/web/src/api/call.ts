import type { CallInput, CallName, CallReply, Calls } from '@heliograph/contract/calls.ts'
import { type DataCentre, prefixedPath } from '@heliograph/domain/regions.ts'
import type { FaultBody } from './error-policy.ts'
import { CallFailure } from './failure.ts'
import { toTarget } from './path.ts'

export const CALL_TIMEOUT_MS = 30_000

type Of<F extends string> = { [N in CallName]: Calls[N] extends { [K in F]: true } ? N : never }[CallName]
/** Calls that answer once. Streams are read by live.ts. */
export type PlainCall = Exclude<CallName, Of<'stream'>>
type Given<N extends CallName> = {
  readonly [K in keyof CallInput<N> as CallInput<N>[K] extends undefined ? never : K]: CallInput<N>[K]
}
type NeedsNothing<N extends CallName> = Record<never, never> extends Given<N> ? true : false

export type CallOptions = Readonly<{ signal?: AbortSignal | undefined }>
type Rest<N extends CallName> =
  NeedsNothing<N> extends true
    ? readonly [input?: Given<N>, options?: CallOptions]
    : readonly [input: Given<N>, options?: CallOptions]

// The compiler asks for a row here when a call of the contract is form-encoded.
const formCalls: Readonly<Record<Of<'form'>, true>> = { 'POST /oauth2-s/oauth/token': true }

type Transport = {
  /** Token that came with the address (session/url-token.ts); a session of the page's own lives in its cookie. */
  token: string | undefined
  /** Set only where several data centres are offered. */
  centre: DataCentre | undefined
}
const transport: Transport = { token: undefined, centre: undefined }

export const setTransport = (changes: Partial<Transport>): void => {
  Object.assign(transport, changes)
}
export const hasBearer = (): boolean => transport.token !== undefined

const withCentre = (path: string): string => (transport.centre ? prefixedPath(path, transport.centre) : path)

/** The address of a call, for links and streams. */
export const addressOf = (name: CallName, params?: Readonly<Record<string, unknown>>): string =>
  withCentre(toTarget(name, params).path)

function toBody(name: CallName, body: unknown): Pick<RequestInit, 'body'> & { type?: string } {
  if (body === undefined) return {}
  if (name in formCalls) return { body: new URLSearchParams(body as Record<string, string>) }
  return { body: JSON.stringify(body), type: 'application/json; charset=utf-8' }
}

async function readFault(reply: Response): Promise<FaultBody> {
  // A refused download arrives as a blob like any other body: its text is the error reply.
  const text = await reply.text().catch(() => '')
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as FaultBody) : {}
  } catch {
    return {}
  }
}

/**
 * Makes a call of the contract: `await call('GET /maintain-s/station/{id}', { params: { id } })`.
 * @throws CallFailure; an abort by the caller's own signal is passed on as it is
 */
export async function call<N extends PlainCall>(name: N, ...[input, options]: Rest<N>): Promise<CallReply<N>> {
  const given = (input ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
  const { method, path } = toTarget(name, given.params, given.query)
  const { body, type } = toBody(name, given.body)
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  let reply: Response
  try {
    reply = await fetch(withCentre(path), {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      signal: options?.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      headers: {
        accept: 'application/json',
        ...(type ? { 'content-type': type } : {}),
        ...(transport.token ? { authorization: `Bearer ${transport.token}` } : {}),
      },
      ...(body === undefined ? {} : { body }),
    })
  } catch (fault) {
    if (options?.signal?.aborted) throw fault
    throw new CallFailure({ kind: timeout.aborted ? 'timeout' : 'network' })
  }
  // The API never redirects: whoever does wants a sign-in first.
  if (reply.type === 'opaqueredirect') throw new CallFailure({ kind: 'status', status: 301, body: {} })
  if (!reply.ok) throw new CallFailure({ kind: 'status', status: reply.status, body: await readFault(reply) })
  try {
    return (await reply.json()) as CallReply<N>
  } catch (fault) {
    if (options?.signal?.aborted) throw fault
    throw new CallFailure({ kind: timeout.aborted ? 'timeout' : 'network' })
  }
}
