import { BlockList, isIP } from 'node:net'

/** The networks whose proxies may say where a request came from; none by default. */
export type TrustedProxies = readonly string[]

/** Meaning of `TRUST_PROXY=1`: a proxy on this machine, in a container beside it or in the same private network. */
export const privateNetworks: TrustedProxies = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]

/** @throws Error for what is neither on nor off nor a list of addresses and networks */
export function readTrustedProxies(text: string | undefined): TrustedProxies {
  const options = (text ?? '').trim().toLowerCase()
  if (['', '0', 'false', 'no'].includes(options)) return []
  if (['1', 'true', 'yes'].includes(options)) return privateNetworks
  const networks = options.split(/[\s,]+/)
  toBlockList(networks)
  const wide = networks.find(isWide)
  if (wide !== undefined)
    throw new Error(
      `TRUST_PROXY=${wide} would let half the Internet say where a request comes from: name the addresses of your own proxies`,
    )
  return networks
}

/** No network of proxies is as wide, but those that are private anyway: parts of the widest one add up to everything. */
function isWide(network: string): boolean {
  const [address = '', bits] = network.split('/')
  if (bits === undefined || Number(bits) >= (isIP(address) === 6 ? 20 : 10)) return false
  const isPrivate = createProxyCheck(privateNetworks)
  return !isPrivate(address) || Number(bits) < (isIP(address) === 6 ? 7 : 8)
}

/** Whether a peer is in one of these networks. A client that hung up has no address: undefined. */
export function createProxyCheck(networks: TrustedProxies): (address: string | undefined) => boolean {
  const list = toBlockList(networks)
  return (address = '') => {
    const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const version = isIP(bare)
    return version !== 0 && list.check(bare, version === 6 ? 'ipv6' : 'ipv4')
  }
}

function toBlockList(networks: TrustedProxies): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    const prefix = bits === undefined ? most : Number(bits)
    if (version === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > most)
      throw new Error(
        `TRUST_PROXY must be 1, 0 or a list of addresses and networks such as 10.0.0.0/8, not "${network}"`,
      )
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
