import { BlockList, isIP } from 'node:net'

/** Networks of this machine, of this site and of nobody: a person's address must not reach into them. */
const insideV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** Within 2000::/3, outside of which nothing is public: tunnels that carry IPv4, and documentation. */
const insideV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const inside = new BlockList()
for (const [net, bits] of insideV4) inside.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of insideV6) inside.addSubnet(net, bits, 'ipv6')
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')

/** Networks that the operator opens for messages, such as a home network with its own ntfy. */
export type OpenNetworks = Readonly<{ has: (address: string) => boolean }>

export const noOpenNetworks: OpenNetworks = { has: () => false }

/** @param text addresses and networks, separated by commas: `192.168.1.0/24,10.0.0.5` @throws Error naming the setting */
export function readOpenNetworks(text: string | undefined): OpenNetworks {
  const list = new BlockList()
  for (const part of (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)) {
    const [address = '', bits] = part.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (family === 0 || !(length <= most))
      throw new Error(`MESSAGE_OPEN_NETWORKS must list addresses or networks such as 192.168.1.0/24, not "${part}"`)
    list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return { has: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') }
}

/** Whether everybody on the Internet could reach this address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inside.check(address, 'ipv4')
  return family === 6 && publicV6.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}
