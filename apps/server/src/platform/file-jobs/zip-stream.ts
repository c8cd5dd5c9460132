import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** Text is written as UTF-8. */
export type ZipEntry = Readonly<{ name: string; content: AsyncIterable<string | Uint8Array> }>

/** PKZIP APPNOTE, section 4.4.5. */
const DEFLATE = 8
/** Limits of a ZIP file without the 64-bit extension. */
export const MOST_ZIP_BYTES = 0xffff_ffff
const MOST_ENTRIES = 0xffff

/**
 * The bytes of a ZIP file, entry by entry, with constant memory. An entry is read when its turn comes, so that later
 * ones can say what was in earlier ones; one without content is left out. fflate writes the container; zlib deflates in
 * its own threads.
 * @throws Error when an entry, or their number, exceeds the limits of a ZIP file
 */
export async function* streamZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let count = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    waiting.push(chunk)
  })
  function* take(): Generator<Uint8Array> {
    const chunks = waiting
    waiting = []
    yield* chunks
  }
  for await (const { name, content } of entries) {
    const iterator = content[Symbol.asyncIterator]()
    const first = await iterator.next()
    if (first.done === true) continue
    count += 1
    if (count > MOST_ENTRIES) throw new Error('the archive has more than 65535 entries')
    const entry: ZipInputFile = { filename: name, compression: DEFLATE, crc: 0, size: 0 }
    zip.add(entry)
    const deflate = createDeflateRaw({ level: 5 })
    // One page waits at a time, not sixteen.
    const source = Readable.from(measure(entry, first.value, iterator), { highWaterMark: 1 })
    const feeding = pipeline(source, deflate)
    // The loop below reports the failure too, or has left.
    feeding.catch(() => {})
    for await (const chunk of deflate) {
      entry.ondata?.(null, new Uint8Array(chunk), false)
      yield* take()
    }
    await feeding
    entry.ondata?.(null, new Uint8Array(0), true)
    yield* take()
  }
  zip.end()
  yield* take()
}

async function* measure(
  entry: ZipInputFile,
  first: string | Uint8Array,
  rest: AsyncIterator<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (
      let next: IteratorResult<string | Uint8Array> = { value: first };
      next.done !== true;
      next = await rest.next()
    ) {
      const chunk = typeof next.value === 'string' ? Buffer.from(next.value) : next.value
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      if (entry.size > MOST_ZIP_BYTES) throw new Error('an entry of the archive is larger than 4 GiB')
      yield chunk
    }
  } finally {
    await rest.return?.()
  }
}
