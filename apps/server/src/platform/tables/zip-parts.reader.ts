import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { importLimits } from './import-table.ts'
import { unreadable } from './unreadable.ts'

/** The parts of a packed file; nothing is unpacked until it is asked for. */
export type ZipParts = Readonly<{
  has: (name: string) => boolean
  names: () => string[]
  /** The bytes of a part, at most so many. @throws Refusal IMPORT_UNREADABLE (`tooLarge`, `noWorkbook`) */
  read: (name: string, most: number) => Promise<Uint8Array>
  /** A part's text, piece by piece. @throws Refusal IMPORT_UNREADABLE (`tooLarge`, `noWorkbook`) */
  stream: (name: string) => AsyncGenerator<string>
}>

/** @throws Refusal IMPORT_UNREADABLE */
export async function openZip(bytes: Uint8Array): Promise<ZipParts> {
  const entries = new Map<string, Entry>()
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).catch(refuse)
  try {
    if (zip.entryCount > importLimits.entries) throw unreadable('tooLarge')
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  } catch (error) {
    return refuse(error)
  }
  const find = (name: string): Entry | undefined => entries.get(name.toLowerCase())
  return {
    has: (name) => find(name) !== undefined,
    names: () => [...entries.values()].map(({ fileName }) => fileName),
    read: async (name, most) => {
      const parts: Buffer[] = []
      for await (const chunk of unpack(zip, find(name), most)) parts.push(chunk)
      return Buffer.concat(parts)
    },
    stream: (name) => decode(unpack(zip, find(name), importLimits.unpackedBytes)),
  }
}

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
}

async function* unpack(zip: ZipFile, entry: Entry | undefined, most: number): AsyncGenerator<Buffer> {
  if (entry === undefined) throw unreadable('noWorkbook')
  if (entry.uncompressedSize > most) throw unreadable('tooLarge')
  let size = 0
  try {
    // A part that is longer than it says is an error of its own.
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) throw unreadable('tooLarge')
      yield chunk
    }
  } catch (error) {
    refuse(error)
  }
}

/** The sender learns only that the file is no workbook, not what is wrong with the packing. */
function refuse(error: unknown): never {
  throw error instanceof Error && error.name === 'Refusal' ? error : unreadable('noWorkbook')
}
