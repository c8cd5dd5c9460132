import { networkInterfaces } from 'node:os'
import { isPrivateAddress } from '../reach/networks.ts'

/** The largest network that is looked through: 256 addresses. */
const LEAST_BITS = 24

export type ScanNetwork = Readonly<{
  /** As it is written: `192.168.1.0/24`. */
  text: string
  /** Its hosts, without the network's own address and the broadcast address. */
  hosts: readonly string[]
  /** null: a single host has none. */
  broadcast: string | null
}>

const toNumber = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const toAddress = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.')

/** Undefined for anything but an IPv4 network of at most 256 addresses. */
export function parseScanNetwork(text: string): ScanNetwork | undefined {
  const [, address = '', length = ''] = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(text.trim()) ?? []
  const bits = Number(length)
  if (address === '' || bits < LEAST_BITS || bits > 32 || address.split('.').some((part) => Number(part) > 255))
    return undefined
  const size = 2 ** (32 - bits)
  const first = Math.floor(toNumber(address) / size) * size
  const all = Array.from({ length: size }, (_, n) => toAddress(first + n))
  const hasEnds = size > 2
  return {
    text: `${toAddress(first)}/${bits}`,
    hosts: hasEnds ? all.slice(1, -1) : all,
    broadcast: hasEnds ? toAddress(first + size - 1) : null,
  }
}

type Interfaces = NodeJS.Dict<readonly Readonly<{ address: string; family: string; internal: boolean }>[]>

/** The /24 around each private address of this machine. */
export function ownNetworks(interfaces: Interfaces = networkInterfaces()): readonly string[] {
  const own = Object.values(interfaces)
    .flatMap((cards) => cards ?? [])
    .filter(({ address, family, internal }) => !internal && family === 'IPv4' && isPrivateAddress(address))
    .flatMap(({ address }) => parseScanNetwork(`${address}/${LEAST_BITS}`)?.text ?? [])
  return [...new Set(own)]
}
