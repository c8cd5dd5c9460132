/** Which country an internet address is registered in, by the bundled ranges of the regional registries. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { readPacked, unpackNumbers } from './place-data.ts'

type Ranges = Readonly<{ starts: Float64Array; countries: Uint8Array }>

let opened: Promise<Readonly<{ codes: readonly string[]; four: Ranges; six: Ranges }>> | undefined

async function open() {
  const packed = await readPacked<{ codes: readonly string[] }>('addresses')
  const toRanges = (version: 4 | 6): Ranges => {
    // A copy, so that the decompressed file does not stay in memory.
    const countries = Uint8Array.from(packed.part(`countries${version}`))
    const starts = new Float64Array(countries.length)
    let at = 0
    let sum = 0
    for (const width of unpackNumbers(packed.part(`starts${version}`))) {
      sum += width
      starts[at++] = sum
    }
    return { starts, countries }
  }
  return { codes: packed.about.codes, four: toRanges(4), six: toRanges(6) }
}

/** Reserved addresses (RFC 6890): the data gives some of them to the country whose office reserved them. */
const reserved = new BlockList()
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')

/** Several addresses, as proxies write them: the first is the visitor's. */
export const firstAddress = (text: string): string => text.split(',')[0]?.trim() ?? ''

export const isAddress = (text: string): boolean => isIPv4(text) || isIPv6(text)

/** ISO 3166-1 alpha-2 of the first address; null for private, unassigned and malformed ones. */
export async function findCountryOfAddress(text: string): Promise<string | null> {
  const address = firstAddress(text)
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (!isAddress(plain) || reserved.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')) return null
  opened ??= open()
  const { codes, four, six } = await opened
  const code = isIPv4(plain) ? codes[countryAt(four, toNumber4(plain))] : codes[countryAt(six, toNumber6(plain))]
  return code || null
}

function countryAt({ starts, countries }: Ranges, address: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= address) low = middle + 1
    else high = middle
  }
  return countries[low - 1] ?? 0
}

const toNumber4 = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** The first 48 bits: no registry gives less than that to a network. */
function toNumber6(address: string): number {
  const [front = '', back] = (address.split('%')[0] ?? '').split('::')
  const words = front === '' ? [] : front.split(':')
  const behind = back === undefined || back === '' ? 0 : back.split(':').length + (back.includes('.') ? 1 : 0)
  if (back !== undefined) while (words.length < 8 - behind) words.push('0')
  for (const word of back?.split(':') ?? []) words.push(word)
  return words.slice(0, 3).reduce((sum, word) => sum * 65_536 + Number.parseInt(word, 16), 0)
}
