/** One file within an archive. */
export type Entry = Readonly<{ name: string; body: Buffer }>

/** An archive that is cut off, or holds something else than was written. The message is a sentence for the operator. */
export class Damaged extends Error {
  constructor(reason: string) {
    super(`The backup is damaged: ${reason}.`)
    this.name = 'Damaged'
  }
}

const BLOCK = 512
/** Larger than any that is written. */
const LARGEST_ENTRY_BYTES = 64 * 1024 * 1024
const LONGEST_NAME = 100

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

/** A file in the format of POSIX tar (ustar), readable for its owner alone. */
export function* toTar({ name, body }: Entry, nowMs: number): Generator<Buffer> {
  const head = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`the name ${name} is too long for an archive`)
  head.write(name, 0)
  head.write(octal(0o600, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(body.length, 12), 124)
  head.write(octal(Math.floor(nowMs / 1000), 12), 136)
  head.write('0', 156)
  head.write('ustar\x0000', 257)
  head.write(octal(checksum(head), 7), 148)
  head.write(' ', 155)
  yield head
  const padding = (BLOCK - (body.length % BLOCK)) % BLOCK
  if (body.length > 0) yield body
  if (padding > 0) yield Buffer.alloc(padding)
}

export const endOfTar = (): Buffer => Buffer.alloc(2 * BLOCK)

/** Of the header, with its own place as spaces. */
function checksum(head: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += head[at] as number
  return sum
}

/** @throws Damaged */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const source = bytes[Symbol.asyncIterator]()
  const take = createTake(source)
  for (;;) {
    const head = await take(BLOCK)
    if (head.every((byte) => byte === 0)) {
      // To the end, where packed bytes have a checksum of their own.
      while (!(await source.next()).done);
      return
    }
    if (Number.parseInt(head.toString('latin1', 148, 156), 8) !== checksum(head))
      throw new Damaged('it is no archive of a backup, or a part of it was changed')
    const size = Number.parseInt(head.toString('latin1', 124, 136), 8)
    if (!(size >= 0 && size <= LARGEST_ENTRY_BYTES)) throw new Damaged('a part of it has no possible size')
    const name = head.toString('utf8', 0, LONGEST_NAME).replace(/\0.*$/s, '')
    const body = await take(size)
    await take((BLOCK - (size % BLOCK)) % BLOCK)
    yield { name, body }
  }
}

/** Takes exact numbers of bytes from a stream of blocks. */
function createTake(source: AsyncIterator<Buffer>): (length: number) => Promise<Buffer> {
  let blocks: Buffer[] = []
  let length = 0
  return async (wanted) => {
    while (length < wanted) {
      const { value, done } = await source.next()
      if (done) throw new Damaged('it is cut off')
      blocks.push(value)
      length += value.length
    }
    const all = blocks.length === 1 ? (blocks[0] as Buffer) : Buffer.concat(blocks)
    blocks = [all.subarray(wanted)]
    length -= wanted
    return all.subarray(0, wanted)
  }
}
