import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** What the numbers of a ZIP file can count without its 64-bit extension. */
const MOST_BYTES = 0xffff_ffff
const MOST_ENTRIES = 0xffff
/** PKZIP APPNOTE, section 4.4.5. */
const DEFLATE = 8

/** A ZIP file that is written entry by entry; memory does not grow with it. */
export type Archive = Readonly<{
  /** Text is stored as UTF-8. An entry without any content is left out. */
  add: (name: string, content: AsyncIterable<string | Uint8Array>) => Promise<void>
  /** @returns its size in bytes */
  end: () => Promise<number>
  /** Gives up and closes the file, which stays as it is. */
  abandon: () => Promise<void>
}>

/** @throws Error when it outgrows what a ZIP file can hold */
export function createArchive(path: string): Archive {
  const file = createWriteStream(path, { mode: 0o600 })
  const closed = finished(file)
  // Whoever writes or ends learns of the failure; without this nobody between the two would.
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

/** Resolves when the file takes more, rejects when it failed. */
const drained = (file: NodeJS.WritableStream, closed: Promise<void>): Promise<void> =>
  Promise.race([new Promise<void>((resolve) => file.once('drain', () => resolve())), closed])
