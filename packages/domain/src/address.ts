const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/** In dotted form. */
export const isIpv4 = (text: string): boolean => ipv4.test(text)

/**
 * The key by which visitors are counted for rate limits: an IPv4 address as it is; of an IPv6 address the first 64
 * bits, because one visitor usually has that whole network (RFC 6177, RFC 7421).
 * @param address in the form of a socket or a proxy, some with a port; text that is no IP address stays unchanged
 */
export function toCountedAddress(address: string): string {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([^\]]*)\](?::\d+)?)$/.exec(address) ?? []
  const [bare = ''] = (v4 ?? v6 ?? address).split('%')
  const groups = bare.includes(':') ? readGroups(bare) : undefined
  if (groups === undefined) return v4 ?? address
  const [high = 0, low = 0] = groups.slice(6)
  // An IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2), as dual-stack sockets report it.
  if (groups.slice(0, 5).every((one) => one === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((one) => one.toString(16))
    .join(':')}::/64`
}

/** Loopback, RFC 1918, link-local and unique local addresses, as `toCountedAddress` writes them. */
const privateNetwork =
  /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.|^(fc|fd|fe[89ab])[0-9a-f]{0,2}:|^0:0:0:0::/

/** The place of everyone on private addresses: behind one router they look alike. */
export const privatePlace = 'private'

/**
 * The network of an address: a household has one public IPv4 address, or one IPv6 network of 64 bits. undefined: the
 * text is no IP address.
 */
export function toPlace(address: string): string | undefined {
  const counted = toCountedAddress(address)
  if (!counted.endsWith('::/64') && !ipv4.test(counted)) return undefined
  return privateNetwork.test(counted) ? privatePlace : counted
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
  return groups.every((one) => /^[0-9a-f]{1,4}$/i.test(one)) ? groups.map((one) => Number.parseInt(one, 16)) : undefined
}
