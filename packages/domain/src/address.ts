const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/** In dotted form. */
export const isIpv4 = (text: string): boolean => ipv4.test(text)

/** An IPv4 address that a dual-stack socket reports in the form of IPv6, in its own form; anything else as it is. */
export function toPlainAddress(address: string): string {
  const groups = address.includes(':') ? readGroups(address) : undefined
  return groups !== undefined && isMapped(groups) ? toDotted(groups) : address
}

/**
 * The key by which visitors are counted for rate limits: an IPv4 address as it is; of an IPv6 address the first 64
 * bits, because one visitor usually has that whole network (RFC 6177, RFC 7421).
 * @param address in the form of a socket or a proxy, some with a port; text that is no IP address stays unchanged
 */
export const toCountedAddress = (address: string): string => toNetwork(address, 64)

/**
 * An IPv4 address as it is; of an IPv6 address the network of so many bits.
 * @param bits 48 (what a provider may give one customer), 56 or 64
 */
export function toNetwork(address: string, bits: 48 | 56 | 64): string {
  // Nearly every address: IPv4 without a port.
  if (!address.includes(':')) return address
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([^\]]*)\](?::\d+)?)$/.exec(address) ?? []
  const [bare = ''] = (v4 ?? v6 ?? address).split('%')
  const groups = bare.includes(':') ? readGroups(bare) : undefined
  if (groups === undefined) return v4 ?? address
  if (isMapped(groups)) return toDotted(groups)
  const network = groups.slice(0, 4).map((group, at) => group & (0xffff << Math.max(0, (at + 1) * 16 - bits)))
  return `${network.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/** RFC 4291, section 2.5.5.2. */
const isMapped = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff

function toDotted(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Loopback, RFC 1918, link-local and unique local addresses, as `toCountedAddress` writes them. */
const privateNetwork =
  /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.|^(fc|fd|fe[89ab])[0-9a-f]{0,2}:|^0:0:0:0::/

/** The place of everyone on private addresses: behind one router they look alike. */
export const PRIVATE_PLACE = 'private'

/**
 * The network of an address: a household has one public IPv4 address, or one IPv6 network of 64 bits. undefined: the
 * text is no IP address.
 */
export function toPlace(address: string): string | undefined {
  const counted = toCountedAddress(address)
  if (!counted.endsWith('::/64') && !ipv4.test(counted)) return undefined
  return privateNetwork.test(counted) ? PRIVATE_PLACE : counted
}

/** The eight groups of an IPv6 address, or undefined for other text. */
function readGroups(text: string): readonly number[] | undefined {
  const dotted = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  const [a = 0, b = 0, c = 0, d = 0] = (dotted ?? []).slice(2).map(Number)
  const plain = dotted === null ? text : `${dotted[1]}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  const halves = plain.split('::')
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const gap = 8 - left.length - right.length
  if (halves.length > 2 || gap < 0 || (halves.length === 1 && gap !== 0)) return undefined
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined
}
