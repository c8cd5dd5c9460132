import { BlockList, isIP } from 'node:net'

/** Networks of this machine, of this site and without a holder: a person's address must not reach into them. */
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

/** Networks that the operator names in a setting, such as a home network with its own ntfy. */
export type NetworkList = Readonly<{ has: (address: string) => boolean; isEmpty: boolean }>

export const noNetworks: NetworkList = { has: () => false, isEmpty: true }

/**
 * @param text addresses and networks, separated by commas: `192.168.1.0/24,10.0.0.5`
 * @param setting its name, for the error @throws Error naming the setting
 */
export function readNetworks(text: string | undefined, setting: string): NetworkList {
  const list = new BlockList()
  const parts = (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  for (const part of parts) {
    const [address = '', bits] = part.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (family === 0 || !(length <= most))
      throw new Error(`${setting} must list addresses or networks such as 192.168.1.0/24, not "${part}"`)
    list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    has: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
    isEmpty: parts.length === 0,
  }
}

/** Whether everybody on the Internet could reach this address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inside.check(address, 'ipv4')
  return family === 6 && publicV6.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

const homeV4 = new BlockList()
homeV4.addSubnet('10.0.0.0', 8, 'ipv4')
homeV4.addSubnet('172.16.0.0', 12, 'ipv4')
homeV4.addSubnet('192.168.0.0', 16, 'ipv4')

/** Whether an address is of a private IPv4 network (RFC 1918), as homes have them. */
export const isPrivateAddress = (address: string): boolean => isIP(address) === 4 && homeV4.check(address, 'ipv4')

const neverV4 = [
  // This machine.
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  // Link-local, with the metadata service of most clouds; those of three others.
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  // Multicast and reserved.
  ['224.0.0.0', 3],
] as const
const neverV6 = [
  // Unspecified, this machine, and embedded IPv4.
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  // Metadata services.
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
  // Links without a router, sites of old, and groups.
  ['fe80::', 9],
  ['ff00::', 8],
] as const
// Apart: a list of both takes an IPv4 address for its form in IPv6.
const never = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [net, bits] of neverV4) never.ipv4.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of neverV6) never.ipv6.addSubnet(net, bits, 'ipv6')

/**
 * Whether no device of a site can be at this address, whatever a setting lists: this machine, links without a router,
 * metadata services of clouds, groups, and IPv4 addresses written as IPv6.
 */
export function isNeverDevice(address: string): boolean {
  if (isIP(address) === 4) return never.ipv4.check(address, 'ipv4')
  return isIP(address) === 0 || address.includes('%') || never.ipv6.check(address, 'ipv6')
}

/** Whether an address is this machine's own, by its form. */
export const isLoopback = (address: string): boolean =>
  isIP(address) === 4 ? address.startsWith('127.') : isIP(address) === 6 && /^(?:0{0,4}:){1,7}0{0,3}1$/.test(address)
