import { type IncomingHttpHeaders, request as openRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { CallParts } from '../../testing/call.ts'
import { type Dice, mutate, pick } from '../../testing/mutate.ts'
import type { JsonSchema, OpenApi, Operation } from '../open-api.ts'
import { drawHostile, drawValue, writeJson } from './draw-json.ts'

export type FuzzCaller = Readonly<{
  name: string
  /** Absent: no session. */
  token?: string
  /** Texts of other people's things: no reply to this caller may have one. */
  foreign: readonly string[]
}>
export type FuzzedCalls = Readonly<{
  requests: number
  /** Replies by hundred: 2 (taken), 4 (refused). */
  taken: number
  refused: number
  slowestMs: number
  findings: readonly string[]
}>
type Given = Readonly<{
  url: string
  callers: readonly FuzzCaller[]
  /** A valid request of a call (`GET /path`), as a start for mutations. */
  sampleOf: (name: string) => CallParts | undefined
  count: number
  dice: Dice
  /** The newest error lines of the server's log; each is a finding. */
  takeErrors: () => readonly string[]
}>
type Shot = Readonly<{
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
}>
type Answer = Readonly<{ status: number; text: string; headers: IncomingHttpHeaders; ms: number }>
type Call = Readonly<{ name: string; method: string; path: string; operation: Operation }>

const PATIENCE_MS = 10_000
const MOST_READ_BYTES = 2_000_000
/** Ends what the callers are and have; each has tests of its own. */
const endsCaller =
  /oauth\/logout|DELETE \/user-s\/acc\/session|POST \/user-s\/acc\/(identity|password|account|move)|DELETE \/maintain-s\/station(\/\{id\}\/owner)?$|DELETE \/user-s\/org\/\{id\}$/

/** Requests drawn from the document that the server itself serves. */
export async function fuzzCalls(options: Given): Promise<FuzzedCalls> {
  const { url, callers, count, dice } = options
  const document = JSON.parse((await shoot(url, plainGet('/openapi.json'))).text) as OpenApi
  const calls = listCalls(document).filter(({ name }) => !endsCaller.test(name))
  const seen = { requests: 0, taken: 0, refused: 0, slowestMs: 0 }
  const findings: string[] = []
  const tell = (what: string): void => {
    if (findings.length < 100) findings.push(what.slice(0, 1_000))
  }
  for (let n = 0; n < count; n++) {
    const caller = callers[n % callers.length] as FuzzCaller
    const call = calls[Math.floor(n / callers.length) % calls.length] as Call
    const shot = drawShot(call, options.sampleOf(call.name), caller, dice)
    const about = `${caller.name}: ${shot.method} ${shot.path.slice(0, 200)} ${JSON.stringify(shot.headers['content-type'] ?? '')} ${shot.body?.subarray(0, 300) ?? ''}`
    const answer = await shoot(url, shot, n).catch((error: Error) => error)
    seen.requests++
    if (answer instanceof Error) {
      // Hanging up on a body that is too long is right.
      if (!/ECONNRESET|EPIPE/.test(answer.message) || (shot.body?.length ?? 0) < 100_000)
        tell(`${answer.message} ${about}`)
      continue
    }
    seen.slowestMs = Math.max(seen.slowestMs, answer.ms)
    if (answer.status < 400) seen.taken++
    else seen.refused++
    if (answer.status >= 500) tell(`${answer.status} ${answer.text.slice(0, 200)} ${about}`)
    for (const mark of caller.foreign) if (answer.text.includes(mark)) tell(`shows ${mark} to ${about}`)
    for (const line of options.takeErrors()) tell(`logged ${line} after ${about}`)
    if (n % 100 === 99) await checkHealth(url, tell)
  }
  await checkHealth(url, tell)
  return { ...seen, findings }
}

async function checkHealth(url: string, tell: (what: string) => void): Promise<void> {
  const health = await shoot(url, plainGet('/healthz')).catch((error: Error) => error)
  if (health instanceof Error || health.status !== 200)
    tell(`/healthz: ${health instanceof Error ? health : health.status}`)
}

const plainGet = (path: string): Shot => ({ method: 'GET', path, headers: {}, body: undefined })

function listCalls({ paths }: OpenApi): readonly Call[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function drawShot(call: Call, sample: CallParts | undefined, caller: FuzzCaller, dice: Dice): Shot {
  const { operation, method } = call
  const path = drawPath(call, sample, dice) + drawQuery(operation, sample, dice)
  const identity: Record<string, string> = caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` }
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return { method, path, headers: identity, body: undefined }
  const value = drawBody(content.schema, sample?.body, dice)
  const isForm = type.includes('urlencoded')
  const text = isForm ? writeForm(value) : writeJson(value)
  return { method, path, ...wrap(text, type, identity, dice) }
}

const drawBody = (schema: JsonSchema, sample: unknown, dice: Dice): unknown => {
  if (sample === undefined || dice() < 0.4) return drawValue(schema, dice)
  return dice() < 0.15 ? sample : mutate(dice, sample)
}

/** The body as it is sent: mostly as it should be. */
function wrap(text: string, type: string, identity: Readonly<Record<string, string>>, dice: Dice) {
  const as = (contentType: string, body: Buffer, more: Record<string, string> = {}) => ({
    headers: { ...identity, 'content-type': contentType, ...more },
    body,
  })
  const body = Buffer.from(text)
  const at = dice()
  if (at < 0.88) return as(type, body)
  if (at < 0.9)
    return as(
      pick(dice, ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', '', 'a/b; charset=\'"']),
      body,
    )
  if (at < 0.92) return as(type, gzipSync(body), { 'content-encoding': 'gzip' })
  if (at < 0.94) return as('application/octet-stream', body, { 'x-encrypted': '1' })
  if (at < 0.96) return as(type, body.subarray(0, Math.floor(dice() * body.length)))
  if (at < 0.98) return as(type, Buffer.concat([body, Buffer.from([0xff, 0xfe, 0x00])]))
  return as(type, Buffer.alloc(3_000_000, 0x5b))
}

function drawPath({ path }: Call, sample: CallParts | undefined, dice: Dice): string {
  const hostile = [
    '0',
    '-1',
    '1e3',
    '999999',
    '9'.repeat(40),
    '%00',
    '%2e%2e%2f',
    '..%5c',
    '%',
    '%ed%a0%80',
    'null',
    'a'.repeat(4_000),
    '1;2',
    ' ',
    '%0d%0a',
  ]
  const isMutated = dice() < 0.3
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const own = sample?.params?.[name]
    return isMutated || own === undefined ? pick(dice, hostile).replace(' ', '%20') : encodeURIComponent(own)
  })
  if (dice() < 0.97) return filled
  return pick(dice, [
    `/mdc-eu${filled}`,
    `/${filled}`,
    `${filled}/`,
    `${filled}//`,
    filled.toUpperCase(),
    filled.replace('/', '/./'),
    `${filled}%3Fx`,
    `/mdc-cn${filled}`,
  ])
}

function drawQuery({ parameters }: Operation, sample: CallParts | undefined, dice: Dice): string {
  const pairs: [string, string][] = []
  for (const { name, in: place, required, schema } of parameters.filter((parameter) => parameter.in === 'query')) {
    if (place !== 'query' || (!required && dice() < 0.4)) continue
    const own = sample?.query?.[name]
    const drawn = own !== undefined && dice() < 0.6 ? own : dice() < 0.7 ? drawValue(schema, dice) : drawHostile(dice)
    for (const one of [drawn].flat().slice(0, 20)) pairs.push([name, toText(one).slice(0, 3_000)])
    if (dice() < 0.1) pairs.push([name, toText(drawHostile(dice)).slice(0, 300)])
  }
  if (dice() < 0.05) pairs.push([pick(dice, ['__proto__[x]', 'constructor', 'a[b][c]', '']), '1'])
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encode(value, dice)}`).join('&')
  return text === '' ? '' : `?${text.slice(0, 12_000)}`
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : writeJson(value))

const writeForm = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? new URLSearchParams(Object.entries(value).map(([name, one]) => [name, toText(one)])).toString()
    : toText(value)

/** A lone surrogate has no UTF-8: it is sent as three bytes that mean nothing. */
function encode(value: string, dice: Dice): string {
  if (dice() < 0.02) return '%'
  return !/\p{Surrogate}/u.test(value) ? encodeURIComponent(value) : '%ed%a0%80'
}

/** @throws Error without a reply in time */
function shoot(url: string, { method, path, headers, body }: Shot, n = 0): Promise<Answer> {
  const began = performance.now()
  // Limits count by address: each request comes from another one of this machine.
  const localAddress = `127.${(n >> 14) & 63}.${(n >> 7) & 127}.${(n & 127) + 1}`
  return new Promise((resolve, reject) => {
    const sent = openRequest(
      new URL(url),
      {
        method,
        path,
        headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
        localAddress,
        agent: false,
      },
      (reply) => {
        const chunks: Buffer[] = []
        let bytes = 0
        const done = (): void => {
          clearTimeout(patience)
          resolve({
            status: reply.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            headers: reply.headers,
            ms: performance.now() - began,
          })
        }
        reply.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > MOST_READ_BYTES || reply.headers['content-type']?.startsWith('text/event-stream')) {
            done()
            sent.destroy()
          }
        })
        reply.on('end', done)
        reply.on('error', reject)
      },
    )
    const patience = setTimeout(() => sent.destroy(new Error(`no reply in ${PATIENCE_MS} ms`)), PATIENCE_MS)
    sent.on('error', (error) => {
      clearTimeout(patience)
      reject(error)
    })
    sent.end(body)
  })
}
