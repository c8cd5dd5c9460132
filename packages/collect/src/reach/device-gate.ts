import { lookup } from 'node:dns/promises'
import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isLoopback, isNeverDevice, type NetworkList } from './networks.ts'
import type { PortRange } from './port-ranges.ts'

/** Other services: a device answers on none of them, and a database or a shell must not be spoken to. */
const CLOSED_PORTS: ReadonlySet<number> = new Set([22, 25, 5432])
const RESOLVE_MS = 3_000

export type DeviceGate = Readonly<{
  /** Whether anything may be read at all. */
  readonly isOpen: boolean
  /** Whether devices may be polled at an address. */
  mayReach: (address: string, port: number) => boolean
  /**
   * The address of a host, if devices may be polled there. Every address that it has must be allowed.
   * @throws Refusal PARAM_ERROR with the reason: closed, port, network, unknownHost
   */
  check: (host: string, port: number) => Promise<string>
  /** Connects to what was checked a moment ago, and nowhere else. @throws Refusal as `check`, Error of the system */
  connect: (host: string, port: number, options: Readonly<{ timeoutMs: number }>) => Promise<Socket>
}>

export type GateReason = 'closed' | 'port' | 'network' | 'unknownHost'

export function createDeviceGate(
  options: Readonly<{
    /** Where devices may be. Empty: nothing is read. */
    networks: NetworkList
    /** Ports of this machine that may be read: for trials on one machine. */
    loopbackPorts: readonly PortRange[]
    /** Ports of the reader itself, such as a server and its database. */
    ownPorts: ReadonlySet<number>
    /** Tests: another resolver. */
    resolve?: (host: string) => Promise<readonly string[]>
  }>,
): DeviceGate {
  const { networks, loopbackPorts, ownPorts, resolve = resolveName } = options
  // Networks may be opened later.
  const isOpen = (): boolean => !networks.isEmpty || loopbackPorts.length > 0
  const refuse = (reason: GateReason): never => {
    throw new Refusal('PARAM_ERROR', { field: reason === 'port' ? 'port' : 'host', reason })
  }
  const isTrialPort = (port: number): boolean => loopbackPorts.some(({ from, to }) => port >= from && port <= to)
  const isAllowed = (address: string, port: number): boolean =>
    isLoopback(address) ? isTrialPort(port) : networks.has(address) && !isNeverDevice(address)

  const isClosedPort = (port: number): boolean => CLOSED_PORTS.has(port) || ownPorts.has(port)

  const check = async (host: string, port: number): Promise<string> => {
    if (!isOpen()) refuse('closed')
    if (isClosedPort(port)) refuse('port')
    const name = host.replace(/^\[|\]$/g, '')
    const addresses = isIP(name) ? [name] : await resolve(name).catch(() => [])
    const [first] = addresses
    if (first === undefined) return refuse('unknownHost')
    return addresses.every((address) => isAllowed(address, port)) ? first : refuse('network')
  }
  return {
    get isOpen() {
      return isOpen()
    },
    mayReach: (address, port) => isIP(address) !== 0 && !isClosedPort(port) && isAllowed(address, port),
    check,
    connect: async (host, port, { timeoutMs }) => {
      const address = await check(host, port)
      return await new Promise((connected, failed) => {
        const socket = connectSocket({ host: address, port })
        const timer = setTimeout(() => socket.destroy(new Error('ETIMEDOUT')), timeoutMs)
        const onError = (error: NodeJS.ErrnoException): void => {
          clearTimeout(timer)
          failed(new Error(error.code ?? error.message))
        }
        socket.once('error', onError)
        socket.once('connect', () => {
          clearTimeout(timer)
          socket.off('error', onError)
          connected(socket)
        })
      })
    },
  }
}

async function resolveName(host: string): Promise<readonly string[]> {
  // RFC 6761, 6.3: whatever the resolver says.
  if (/(?:^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1']
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('late')), RESOLVE_MS).unref()
  })
  late.catch(() => {})
  const found = await Promise.race([lookup(host, { all: true, verbatim: true }), late])
  return found.map(({ address }) => address)
}
