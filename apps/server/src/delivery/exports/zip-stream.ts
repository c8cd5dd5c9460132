import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

export type ZipEntry = Readonly<{ name: string; content: AsyncIterable<string> }>

/** PKZIP APPNOTE, section 4.4.5. */
const DEFLATE = 8

/**
 * The bytes of a ZIP file, entry by entry, with constant memory. An entry is read when its turn comes, so that later
 * ones can say what was in earlier ones. fflate writes the container; zlib deflates in its own threads.
 */
export async function* streamZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
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
    const entry: ZipInputFile = { filename: name, compression: DEFLATE, crc: 0, size: 0 }
    zip.add(entry)
    const deflate = createDeflateRaw({ level: 5 })
    // One page waits at a time, not sixteen.
    const feeding = pipeline(Readable.from(count(entry, content), { highWaterMark: 1 }), deflate)
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

async function* count(entry: ZipInputFile, content: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const chunk = Buffer.from(text)
    entry.crc = crc32(chunk, entry.crc)
    entry.size += chunk.length
    yield chunk
  }
}
