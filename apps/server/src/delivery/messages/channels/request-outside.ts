import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, type NetworkList } from '@heliograph/collect/reach/networks.ts'
import { joinReason, type TryReason } from '@heliograph/domain/messages/try-reasons.ts'

export type OutsideReply = Readonly<{
  status: number
  headers: Readonly<Record<string, string | undefined>>
  /** The first bytes. */
  text: string
}>

/** refused: the address is none that messages may go to. Its message names no secret of the URL. */
export class OutsideError extends Error {
  readonly reason: TryReason
  readonly isRefused: boolean
  /** A code of the system, `ECONNREFUSED`. */
  readonly answer: string
  constructor(reason: TryReason, isRefused: boolean, answer = '') {
    super(joinReason(reason, answer))
    this.reason = reason
    this.isRefused = isRefused
    this.answer = answer
  }
}

export type Outside = Readonly<{
  networks: NetworkList
  /** Tests: how long an answer may take. */
  patienceMs?: number
  /** Tests: another resolver. */
  resolve?: (host: string) => Promise<readonly string[]>
}>

const PATIENCE_MS = 15_000
/** A person waits for the answer. */
const CHECK_MS = 3_000
const MOST_REPLY_BYTES = 16 * 1024

/**
 * One request to an address that a person chose. The name is resolved once, every address it has must be allowed, and
 * the connection goes to what was checked. Redirects are replies like others; nothing follows them.
 * @throws OutsideError
 */
export async function requestOutside(
  link: string,
  input: Readonly<{ method: 'POST' | 'GET'; headers: Readonly<Record<string, string>>; body?: string | Buffer }>,
  outside: Outside,
): Promise<OutsideReply> {
  const url = readOutsideUrl(link)
  const signal = AbortSignal.timeout(outside.patienceMs ?? PATIENCE_MS)
  const address = await findAddress(url, outside, signal)
  const pinned = { address, family: isIP(address) }
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(signal.aborted ? new OutsideError('noAnswer', false) : new OutsideError('noConnection', false, error.code))
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(
      url,
      {
        method: input.method,
        headers: { 'user-agent': 'Heliograph', ...input.headers },
        agent: false,
        signal,
        lookup: (_host, options, found) =>
          options.all ? found(null, [pinned]) : found(null, pinned.address, pinned.family),
      },
      (reply) => readReply(reply).then(resolve, fail),
    )
    request.on('error', fail)
    request.end(input.body)
  })
}

/** @throws OutsideError for what is no web address, or carries a password */
export function readOutsideUrl(link: string): URL {
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol) || url.hostname === '')
    throw new OutsideError('noWebAddress', true)
  if (url.username !== '' || url.password !== '') throw new OutsideError('noWebAddress', true)
  // Ports of other services: a message must not speak to a mail server. 80 is for networks that the operator opened.
  if (url.port !== '' && Number(url.port) < 1024 && !['80', '443'].includes(url.port))
    throw new OutsideError('noWebAddress', true)
  return url
}

/**
 * Whether messages may go to an address, as far as one can know before the first: a name that nobody knows now may be
 * known later. @throws OutsideError
 */
export async function checkOutside(link: string, outside: Outside): Promise<void> {
  const url = readOutsideUrl(link)
  try {
    await findAddress(url, outside, AbortSignal.timeout(outside.patienceMs ?? CHECK_MS))
  } catch (error) {
    if (!(error instanceof OutsideError) || error.isRefused) throw error
    const named = findNamedAddress(url.hostname)
    if (named !== undefined && !isPublicAddress(named) && !outside.networks.has(named))
      throw new OutsideError('insideNetwork', true)
  }
}

/** Plain HTTP is allowed in the networks that the operator opened only. */
async function findAddress(url: URL, outside: Outside, signal: AbortSignal): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : isThisMachine(host) ? ['127.0.0.1'] : await resolveName(host, outside, signal)
  const areOpen = addresses.every((address) => outside.networks.has(address))
  if (!areOpen && !addresses.every((address) => isPublicAddress(address) || outside.networks.has(address)))
    throw new OutsideError('insideNetwork', true)
  if (!areOpen && url.protocol !== 'https:') throw new OutsideError('notEncrypted', true)
  if (!areOpen && url.port === '80') throw new OutsideError('noWebAddress', true)
  const [first] = addresses
  if (first === undefined) throw new OutsideError('unknownHost', false)
  return first
}

/** RFC 6761, 6.3: regardless of the resolver. */
const isThisMachine = (host: string): boolean => /(?:^|\.)localhost\.?$/i.test(host)

/** The address that a name spells, as names of wildcard services do: 127.0.0.1.nip.io, app-10-0-0-1.sslip.io. */
function findNamedAddress(host: string): string | undefined {
  const [, ...parts] = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?:[.-]|$)/.exec(host) ?? []
  const address = parts.map(Number).join('.')
  if (isIP(address)) return address
  const [, hex] = /(?:^|[.-])([0-9a-f]{8})\./i.exec(host) ?? []
  return hex === undefined ? undefined : [...Buffer.from(hex, 'hex')].join('.')
}

async function resolveName(host: string, outside: Outside, signal: AbortSignal): Promise<readonly string[]> {
  const asked = outside.resolve
    ? outside.resolve(host)
    : lookup(host, { all: true, verbatim: true }).then((found) => found.map(({ address }) => address))
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new OutsideError('noAnswer', false)), { once: true })
  })
  late.catch(() => {})
  try {
    return await Promise.race([asked, late])
  } catch (error) {
    throw error instanceof OutsideError ? error : new OutsideError('unknownHost', false)
  }
}

/** The status counts: a body that is long, slow or broken off does not turn an answer into none. */
async function readReply(reply: IncomingMessage): Promise<OutsideReply> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of reply as AsyncIterable<Buffer>) {
      parts.push(part)
      bytes += part.length
      if (bytes >= MOST_REPLY_BYTES) break
    }
  } catch {
    // The parts read so far are the reply.
  }
  reply.destroy()
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
  return {
    status: reply.statusCode ?? 0,
    headers,
    text: Buffer.concat(parts).subarray(0, MOST_REPLY_BYTES).toString('utf8'),
  }
}
