import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { isPublicAddress } from '@heliograph/collect/reach/networks.ts'
import type { Cloud } from './clouds.ts'

/**
 * Why nothing goes to the cloud. unknownHost: its name has no address. network: an address that is not public.
 * unreachable: no connection. certificate: it shows none that counts. closed: it ended the connection. silent: it left a
 * frame without an answer. plain: the logger encrypts and this cloud does not. unlisted: the operator took it off the list.
 */
export const forwardErrors = [
  'unknownHost',
  'network',
  'unreachable',
  'certificate',
  'closed',
  'silent',
  'plain',
  'unlisted',
] as const
export type ForwardError = (typeof forwardErrors)[number]

export class CloudFault extends Error {
  readonly reason: ForwardError
  constructor(reason: ForwardError) {
    super(reason)
    this.reason = reason
  }
}

export type ConnectCloud = (cloud: Cloud, signal: AbortSignal) => Promise<Socket>

export type CloudReach = Readonly<{
  connectMs: number
  /** Tests: another resolver. */
  resolve?: (host: string) => Promise<readonly string[]>
  /** Tests: the authority that signed the cloud's certificate. */
  ca?: string
}>

/**
 * Connects to what the name of a cloud means now, and nowhere else. Every address that it has must be public; an address
 * that the operator lists as such may be any.
 */
export const createConnectCloud =
  ({ connectMs, resolve = resolveName, ca }: CloudReach): ConnectCloud =>
  async (cloud, signal) => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
    const address = isIP(cloud.host) ? cloud.host : await findAddress(cloud.host, resolve, deadline)
    return await open({ ...cloud, address }, deadline, ca)
  }

async function findAddress(
  host: string,
  resolve: (host: string) => Promise<readonly string[]>,
  deadline: AbortSignal,
): Promise<string> {
  const late = new Promise<never>((_, reject) => deadline.addEventListener('abort', () => reject(new Error('late'))))
  const addresses = await Promise.race([resolve(host), late]).catch(() => [])
  const [first] = addresses
  if (first === undefined) throw new CloudFault('unknownHost')
  // A name that also leads inside leads inside.
  if (!addresses.every(isPublicAddress)) throw new CloudFault('network')
  return first
}

function open(
  { address, host, port, isEncrypted }: Cloud & Readonly<{ address: string }>,
  deadline: AbortSignal,
  ca: string | undefined,
): Promise<Socket> {
  return new Promise((connected, failed) => {
    const to = { host: address, port, noDelay: true }
    const name = isIP(host) ? {} : { servername: host }
    const socket = isEncrypted ? connectSecurely({ ...to, ...name, ...(ca && { ca }) }) : connect(to)
    const giveUp = (): void => void socket.destroy(new Error('ETIMEDOUT'))
    const onError = (error: NodeJS.ErrnoException): void => {
      deadline.removeEventListener('abort', giveUp)
      const isRefusal = /CERT|SELF_SIGNED|ALTNAME|ISSUER|SIGNATURE/.test(error.code ?? '')
      failed(new CloudFault(isRefusal ? 'certificate' : 'unreachable'))
    }
    socket.once('error', onError)
    if (deadline.aborted) giveUp()
    else deadline.addEventListener('abort', giveUp, { once: true })
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      deadline.removeEventListener('abort', giveUp)
      socket.off('error', onError)
      connected(socket)
    })
  })
}

const resolveName = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
