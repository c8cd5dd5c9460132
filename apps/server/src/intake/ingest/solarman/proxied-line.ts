import type { Socket } from 'node:net'
import { toPlainAddress } from '@heliograph/domain/address.ts'
import { readProxyHeader } from './proxy-header.ts'

/** Which peers may say for whom they speak. */
export type ProxyProtocol = Readonly<{ trusts: (address: string | undefined) => boolean }>

/** A balancer sends the header at once. */
const HEADER_MS = 5_000

type Outcome = Readonly<{
  /** With the address of the client, unless the proxy speaks for itself; what follows the header is still to be read. */
  onNamed: (address: string | undefined) => void
  /** The connection is closed. */
  onRefused: (why: string) => void
}>

/** Takes the header of the PROXY protocol off a connection, which is paused then. */
export function takeProxyHeader(line: Socket, { trusts }: ProxyProtocol, { onNamed, onRefused }: Outcome): void {
  let bytes: Buffer = Buffer.alloc(0)
  const stop = (): void => {
    clearTimeout(timer)
    line.off('data', onData)
    line.off('close', stop)
  }
  const refuse = (why: string): void => {
    stop()
    line.destroy()
    onRefused(why)
  }
  const onData = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk])
    const header = readProxyHeader(bytes)
    if (header === 'more') return
    if (header === 'bad') {
      refuse('a proxy sent no header of the PROXY protocol')
      return
    }
    stop()
    // The next reader resumes the line; until then no byte must be lost.
    line.pause()
    const rest = bytes.subarray(header.bytes)
    if (rest.length > 0) line.unshift(rest)
    onNamed(header.address === undefined ? undefined : toPlainAddress(header.address))
  }
  const timer = setTimeout(() => refuse('a proxy sent no header of the PROXY protocol in time'), HEADER_MS)
  line.on('error', () => {})
  line.once('close', stop)
  if (trusts(line.remoteAddress)) line.on('data', onData)
  else refuse('a connection came past the proxy: only addresses of TRUST_PROXY may connect')
}
