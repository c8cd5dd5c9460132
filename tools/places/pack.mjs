// Bytes of the place data: numbers as varints, a line of JSON that names the parts, all of it compressed.
import { brotliCompressSync, constants } from 'node:zlib'

/** Whole numbers from 0, seven bits a byte, the lowest first. */
export function packNumbers(numbers) {
  const bytes = Buffer.alloc(numbers.length * 8)
  let length = 0
  for (const number of numbers) {
    if (!(number >= 0 && Number.isSafeInteger(number))) throw new Error(`Not to be packed: ${number}`)
    let rest = number
    while (rest > 127) {
      bytes[length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    bytes[length++] = rest
  }
  return bytes.subarray(0, length)
}

/** Differences of following numbers, signs in the lowest bit. */
export const packDifferences = (numbers) =>
  packNumbers(
    numbers.map((number, at) => {
      const difference = number - (at === 0 ? 0 : numbers[at - 1])
      return difference < 0 ? -2 * difference - 1 : 2 * difference
    }),
  )

export function packParts(about, parts) {
  const names = Object.keys(parts)
  const head = { ...about, parts: names.map((name) => ({ name, bytes: parts[name].length })) }
  const all = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...names.map((name) => parts[name])])
  return brotliCompressSync(all, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
    },
  })
}
