import { pipeline, Readable } from 'node:stream'
import { pipeline as finishPipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'

const PART_BYTES = 512 * 1024

/** Where the orders of files stand, and the parts of what was made of them. */
const PARTS = { plant_exports: 'plant_export_parts', account_exports: 'account_export_parts' } as const
export type FileOrders = keyof typeof PARTS
/** A file by the row that ordered it. */
export type FileKey = Readonly<{ orders: FileOrders; id: number }>

/**
 * Stores a file in parts, compressed unless it is already.
 * @returns its size in bytes as it will be read
 * @throws Refusal EXPORT_TOO_LARGE (`megabytes`), and the errors of its source
 */
export async function storeFile(
  db: Db,
  { orders, id }: FileKey,
  input: Readonly<{
    content: AsyncIterable<string | Uint8Array>
    isCompressed: boolean
    mostBytes: number
    signal: AbortSignal
  }>,
): Promise<number> {
  const { content, mostBytes } = input
  let sizeBytes = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      const chunk =
        typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length)
      sizeBytes += chunk.length
      if (sizeBytes > mostBytes) throw new Refusal('EXPORT_TOO_LARGE', { megabytes: Math.floor(mostBytes / 1e6) })
      yield chunk
    }
  }
  const write = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    let part = 0
    let waiting: Buffer[] = []
    let length = 0
    const flush = async (): Promise<void> => {
      if (length === 0) return
      const bytes = Buffer.concat(waiting)
      waiting = []
      length = 0
      await db.kysely.insertInto(PARTS[orders]).values({ export_id: id, part, bytes }).execute()
      part += 1
    }
    for await (const chunk of chunks) {
      waiting.push(chunk)
      length += chunk.length
      if (length >= PART_BYTES) await flush()
    }
    await flush()
  }
  // One page waits at a time, not sixteen.
  const source = Readable.from(counted(), { highWaterMark: 1 })
  const options = { signal: input.signal }
  if (input.isCompressed) await finishPipeline(source, write, options)
  else await finishPipeline(source, createGzip({ level: 5 }), write, options)
  return sizeBytes
}

/** A stored file as a stream, part by part. It fails when the export is removed meanwhile. */
export function readFile(db: Db, key: FileKey, isCompressed: boolean): NodeJS.ReadableStream {
  const source = Readable.from(readParts(db, key))
  // The reader of the stream gets the failure; the callback keeps it from crashing the process.
  return isCompressed ? source : pipeline(source, createGunzip(), () => {})
}

async function* readParts({ kysely }: Db, { orders, id }: FileKey): AsyncGenerator<Buffer> {
  const { parts } = await kysely
    .selectFrom(PARTS[orders])
    .select((eb) => eb.fn.countAll<number>().as('parts'))
    .where('export_id', '=', id)
    .executeTakeFirstOrThrow()
  for (let part = 0; part < Number(parts); part++) {
    const { bytes } = await kysely
      .selectFrom(PARTS[orders])
      .select('bytes')
      .where('export_id', '=', id)
      .where('part', '=', part)
      .executeTakeFirstOrThrow()
    yield bytes
  }
}

export async function removeFiles({ kysely }: Db, orders: FileOrders, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await kysely.deleteFrom(PARTS[orders]).where('export_id', 'in', ids).execute()
}
