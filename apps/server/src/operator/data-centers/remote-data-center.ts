import type { CallArguments, CallName, CallReply } from '@heliograph/contract/calls.ts'
import { calls } from '@heliograph/contract/calls.ts'
import { type ErrorCode, errorCatalog, Refusal } from '@heliograph/domain/errors.ts'
import type { OtherDataCenter } from './data-center-config.ts'

type TransferCall = Extract<CallName, `POST /user-s/transfer/${string}`>
type Body<N extends TransferCall> = CallArguments<N>['body']

/** The calls from one server to another. A refusal by the other server arrives as the same Refusal. */
export type RemoteDataCenter = Readonly<{
  [N in TransferCall as N extends `POST /user-s/transfer/${infer Name}` ? Name : never]: (
    body: Body<N>,
  ) => Promise<CallReply<N>>
}>

/** The header with the secret that data centers share. */
export const CENTER_SECRET_HEADER = 'x-heliograph-center-secret'

const PATIENCE_MS = 30_000
/** Long, because one transaction takes over an account with years of history. */
const FINISH_PATIENCE_MS = 280_000
/** Statuses that mean a fault of the network or the other server, not of the account. */
const passing: readonly ErrorCode[] = ['SERVER_FAILURE', 'UNAVAILABLE', 'TOO_MANY_REQUESTS', 'NO_PERMISSION']

/** @throws Refusal CENTER_UNREACHABLE without a reply, or for a reply that says nothing about the call */
export function createRemoteDataCenter({ url }: Pick<OtherDataCenter, 'url'>, secret: string): RemoteDataCenter {
  const send = async <N extends TransferCall>(name: N, body: Body<N>, waitMs = PATIENCE_MS): Promise<CallReply<N>> => {
    const reply = await fetch(`${url}${name.slice('POST '.length)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', [CENTER_SECRET_HEADER]: secret },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
    }).catch(() => undefined)
    const answer: unknown = await reply?.json().catch(() => undefined)
    if (reply?.ok) {
      const parsed = calls[name].reply.safeParse(answer)
      if (parsed.success) return parsed.data as CallReply<N>
    }
    throw toRefusal(answer)
  }
  return {
    begin: (body) => send('POST /user-s/transfer/begin', body),
    rows: (body) => send('POST /user-s/transfer/rows', body),
    finish: (body) => send('POST /user-s/transfer/finish', body, FINISH_PATIENCE_MS),
    cancel: (body) => send('POST /user-s/transfer/cancel', body),
    records: (body) => send('POST /user-s/transfer/records', body),
  }
}

function toRefusal(answer: unknown): Refusal {
  const { code, detail } = (typeof answer === 'object' && answer !== null ? answer : {}) as Readonly<{
    code?: unknown
    detail?: unknown
  }>
  if (typeof code !== 'string' || !Object.hasOwn(errorCatalog, code) || passing.includes(code as ErrorCode))
    return new Refusal('CENTER_UNREACHABLE')
  return new Refusal(code as ErrorCode, toDetail(detail))
}

function toDetail(detail: unknown): Refusal['detail'] {
  if (typeof detail !== 'object' || detail === null) return undefined
  const plain = Object.entries(detail).filter(
    (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
  )
  return Object.fromEntries(plain.slice(0, 10))
}
