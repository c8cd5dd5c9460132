import { BlockList, isIP } from 'node:net'

/** An address or a network: 203.0.113.5, 203.0.113.0/24, 2001:db8::/32. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
const parsed = new Map<string, BlockList>()

/** Whether an address, as a socket reports it, lies in one of these networks. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(bare) === 0) return false
  const key = ranges.join(' ')
  const list = parsed.get(key) ?? toBlockList(ranges)
  if (parsed.size > 1_000) parsed.clear()
  parsed.set(key, list)
  return list.check(bare, familyOf(bare))
}

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges.filter(isRange)) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}
