import { randomAt } from '@heliograph/solar/random.ts'

/** A whole number from 0 to below `below`; the same arguments draw the same. */
export type Draw = (below: number) => number

export function createDraw(seed: number, ...of: readonly number[]): Draw {
  let n = 0
  return (below) => {
    n += 1
    return Math.min(below - 1, Math.floor(randomAt(seed, ...of, n) * below))
  }
}

/** Numbers that programs count wrongly with. */
const oddNumbers = ['0', '-1', '65536', '2147483648', '4294967295', '1e308', '99999999999999', 'NaN', '']

const splice = (bytes: Buffer, at: number, length: number, put: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)])

const mutations: readonly ((bytes: Buffer, draw: Draw) => Buffer)[] = [
  (bytes, draw) => {
    const changed = Buffer.from(bytes)
    for (let n = 0; n <= draw(8); n++) {
      const at = draw(bytes.length)
      changed[at] = (changed[at] ?? 0) ^ (1 << draw(8))
    }
    return changed
  },
  (bytes, draw) => splice(bytes, draw(bytes.length), 1 + draw(4), Buffer.from([0, 0xff, 0x7f, 0x80].slice(draw(4)))),
  // Cut off.
  (bytes, draw) => bytes.subarray(0, 1 + draw(bytes.length)),
  // A part is missing, or there many times.
  (bytes, draw) => splice(bytes, draw(bytes.length), 1 + draw(200), Buffer.alloc(0)),
  (bytes, draw) => {
    const at = draw(bytes.length)
    const part = bytes.subarray(at, at + 1 + draw(400))
    return splice(bytes, at, 0, Buffer.concat(Array(1 + draw(300)).fill(part)))
  },
  // A number that is another one.
  (bytes, draw) => {
    const numbers = [...bytes.toString('latin1').matchAll(/\d+/g)]
    const one = numbers[draw(Math.max(1, numbers.length))]
    const number = oddNumbers[draw(oddNumbers.length)] ?? ''
    return one ? splice(bytes, one.index, one[0].length, Buffer.from(number)) : bytes
  },
  // Two parts change places.
  (bytes, draw) => {
    const [first = 0, second = 0] = [draw(bytes.length), draw(bytes.length)].sort((a, b) => a - b)
    return Buffer.concat([bytes.subarray(second), bytes.subarray(first, second), bytes.subarray(0, first)])
  },
  // Signs that open and close something.
  (bytes, draw) => {
    const signs = ['<', '>', '"', "'", '&', ']]>', '<!--', '&#x0;', '\0', '\r', ';', '\ufeff', '<a '.repeat(500)]
    return splice(bytes, draw(bytes.length), draw(2), Buffer.from(signs[draw(signs.length)] ?? ''))
  },
]
const MOST_BYTES = 2_000_000

/** A file with one to four faults. */
export function mutateFile(bytes: Uint8Array, draw: Draw): Buffer {
  let changed = Buffer.from(bytes)
  for (let n = 0; n <= draw(4); n++)
    if (changed.length > 0) changed = Buffer.from(mutations[draw(mutations.length)]?.(changed, draw) ?? changed)
  return changed.subarray(0, MOST_BYTES)
}
