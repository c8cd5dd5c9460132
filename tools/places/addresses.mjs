// Which country a network belongs to: ranges of IPv4 addresses, and of the first 48 bits of IPv6 addresses.
import { readFileSync } from 'node:fs'
import { packNumbers, packParts } from './pack.mjs'

/** Starts of ranges, each with its country or '' where none is known. */
function readRanges(file, toUnit) {
  const starts = []
  const codes = []
  let last = ''
  let end = -1
  const put = (from, code) => {
    if (starts.length > 0 && from <= starts.at(-1)) codes[codes.length - 1] = code
    else {
      starts.push(from)
      codes.push(code)
    }
    last = code
  }
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    const [from, to, code] = line.trim().split(',')
    const [start, stop] = [toUnit(from), toUnit(to)]
    if (start > end + 1 && last !== '') put(end + 1, '')
    if (code !== last) put(start, code)
    end = Math.max(end, stop)
  }
  put(end + 1, '')
  return { starts, codes }
}

const widths = (starts) => packNumbers(starts.map((start, at) => start - (at === 0 ? 0 : starts[at - 1])))

export function packAddresses(ipv4File, ipv6File, countries, source) {
  const codes = ['', ...countries]
  const toIndex = (code) => Math.max(0, codes.indexOf(code))
  const four = readRanges(ipv4File, Number)
  const six = readRanges(ipv6File, (text) => Number(BigInt(text) >> 80n))
  const parts = {
    starts4: widths(four.starts),
    countries4: Buffer.from(four.codes.map(toIndex)),
    starts6: widths(six.starts),
    countries6: Buffer.from(six.codes.map(toIndex)),
  }
  return packParts({ source, codes }, parts)
}
