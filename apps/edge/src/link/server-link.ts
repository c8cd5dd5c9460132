import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import type { CallInput, CallReply } from '@heliograph/contract/calls.ts'

/** The server's answer was a refusal, or there was none. */
export class LinkError extends Error {
  /** 0: no answer. */
  readonly status: number
  readonly retryAfterMs: number | undefined
  constructor(status: number, message: string, retryAfterMs?: number) {
    super(message)
    this.name = 'LinkError'
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

type AgentCall = Extract<keyof import('@heliograph/contract/calls.ts').Calls, `POST /agent-s/${string}`>

export type ServerLink = Readonly<{
  /** @throws LinkError */
  call: <Name extends AgentCall>(
    name: Name,
    body: CallInput<Name>['body'],
    options?: Readonly<{ id?: number; waitMs?: number; signal?: AbortSignal }>,
  ) => Promise<CallReply<Name>>
}>

const WAIT_MS = 30_000
/** A configuration of fifty targets is far smaller. */
const MOST_REPLY_BYTES = 8 * 1024 * 1024

/** Calls of one server, always outward. @param options.token missing: only pairing is possible */
export function createServerLink(
  options: Readonly<{ serverUrl: string; token?: string | undefined; agent: string }>,
): ServerLink {
  const base = options.serverUrl.replace(/\/+$/, '')
  return {
    call: async (name, body, { id, waitMs = WAIT_MS, signal } = {}) => {
      const path = name.slice('POST '.length).replace('{id}', String(id))
      const url = new URL(`${base}${path}`)
      const text = Buffer.from(JSON.stringify(body))
      const request = url.protocol === 'https:' ? requestTls : requestPlain
      return await new Promise((resolve, reject) => {
        const call = request(
          url,
          {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'content-length': text.length,
              'user-agent': options.agent,
              ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
            },
            ...(signal !== undefined && { signal }),
          },
          (reply) => {
            const chunks: Buffer[] = []
            let bytes = 0
            reply.on('data', (chunk: Buffer) => {
              bytes += chunk.length
              if (bytes > MOST_REPLY_BYTES) call.destroy(new Error('too much'))
              else chunks.push(chunk)
            })
            reply.on('error', (error) => fail(new LinkError(0, error.message)))
            reply.on('end', () => {
              clearTimeout(timer)
              try {
                const content = JSON.parse(Buffer.concat(chunks).toString('utf8')) as never
                if (reply.statusCode === 200) resolve(content)
                else reject(toError(reply.statusCode ?? 0, content))
              } catch {
                reject(new LinkError(reply.statusCode ?? 0, `an answer of ${url.host} is not from Heliograph`))
              }
            })
          },
        )
        const fail = (error: LinkError): void => {
          clearTimeout(timer)
          reject(error)
        }
        const timer = setTimeout(() => call.destroy(new Error('no answer in time')), waitMs)
        call.on('error', (error) => fail(new LinkError(0, error.message)))
        call.end(text)
      })
    },
  }
}

function toError(status: number, content: unknown): LinkError {
  const { code, detail } = (content ?? {}) as { code?: unknown; detail?: { seconds?: unknown } }
  const seconds = detail?.seconds
  return new LinkError(
    status,
    typeof code === 'string' ? code : 'unknown',
    typeof seconds === 'number' ? seconds * 1000 : undefined,
  )
}
