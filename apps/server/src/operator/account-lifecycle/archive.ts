import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** Limits of a ZIP file without the 64-bit extension. */
const MOST_BYTES = 0xffff_ffff
const MOST_ENTRIES = 0xffff
/** PKZIP APPNOTE, section 4.4.5. */
const DEFLATE = 8

/** A ZIP file written entry by entry with constant memory. */
export type Archive = Readonly<{
  /** Writes text as UTF-8. An entry without content is left out. */
  add: (name: string, content: AsyncIterable<string | Uint8Array>) => Promise<void>
  /** @returns the size in bytes */
  end: () => Promise<number>
  /** Aborts and closes the file as it is. */
  abandon: () => Promise<void>
}>

/** @throws Error when the archive exceeds the limits of a ZIP file */
export function createArchive(path: string): Archive {
  const file = createWriteStream(path, { mode: 0o600 })
  const closed = finished(file)
  // The next write or the end reports the failure; without a listener in between the process would crash.
  closed.catch(() => {})
  let bytes = 0
  let entries = 0
  let waiting: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    waiting.push(chunk)
  })
  const flush = async (): Promise<void> => {
    const chunks = waiting
    waiting = []
    for (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > MOST_BYTES) throw new Error('the archive is larger than 4 GiB')
      if (!file.write(chunk)) await drained(file, closed)
    }
  }

  return {
    add: async (name, content) => {
      const iterator = content[Symbol.asyncIterator]()
      const first = await iterator.next()
      if (first.done) return
      entries += 1
      if (entries > MOST_ENTRIES) throw new Error('the archive has more than 65535 entries')
      const entry: ZipInputFile = { filename: name, compression: DEFLATE, crc: 0, size: 0 }
      zip.add(entry)
      const counted = async function* (): AsyncGenerator<Uint8Array> {
        for (let next: IteratorResult<string | Uint8Array> = first; next.done !== true; next = await iterator.next()) {
          const chunk = typeof next.value === 'string' ? Buffer.from(next.value) : next.value
          entry.crc = crc32(chunk, entry.crc)
          entry.size += chunk.length
          if (entry.size > MOST_BYTES) throw new Error('an entry of the archive is larger than 4 GiB')
          yield chunk
        }
      }
      await pipeline(Readable.from(counted()), createDeflateRaw(), async (deflated: AsyncIterable<Buffer>) => {
        for await (const chunk of deflated) {
          entry.ondata?.(null, new Uint8Array(chunk), false)
          await flush()
        }
      })
      entry.ondata?.(null, new Uint8Array(0), true)
      await flush()
    },
    end: async () => {
      zip.end()
      await flush()
      file.end()
      await closed
      return bytes
    },
    abandon: async () => {
      file.destroy()
      await closed.catch(() => {})
    },
  }
}

/** Resolves when the file accepts more data, rejects when it failed. */
const drained = (file: NodeJS.WritableStream, closed: Promise<void>): Promise<void> =>
  Promise.race([new Promise<void>((resolve) => file.once('drain', () => resolve())), closed])
