import { pipeline, Readable } from 'node:stream'
import { pipeline as finishPipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Refusal } from '@heliograph/domain/errors.ts'
import { exportLimits } from '@heliograph/domain/plant-export.ts'
import type { Db } from '../../platform/db/database.ts'

const PART_BYTES = 512 * 1024

/**
 * Stores a file in parts, compressed unless it is already.
 * @returns its size in bytes as it will be read
 * @throws Refusal EXPORT_TOO_LARGE (`megabytes`), and the errors of its source
 */
export async function storeFile(
  db: Db,
  exportId: number,
  content: AsyncIterable<string | Uint8Array>,
  given: Readonly<{ isCompressed: boolean; signal: AbortSignal; mostBytes?: number }>,
): Promise<number> {
  const { mostBytes = exportLimits.fileBytes } = given
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
      await db.kysely.insertInto('plant_export_parts').values({ export_id: exportId, part, bytes }).execute()
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
  const options = { signal: given.signal }
  if (given.isCompressed) await finishPipeline(source, write, options)
  else await finishPipeline(source, createGzip({ level: 5 }), write, options)
  return sizeBytes
}

/** A stored file as a stream, part by part. It fails when the export is removed meanwhile. */
export function readFile(db: Db, exportId: number, isCompressed: boolean): NodeJS.ReadableStream {
  const source = Readable.from(readParts(db, exportId))
  // Whoever reads the stream learns of the failure; the callback keeps it from crashing the process.
  return isCompressed ? source : pipeline(source, createGunzip(), () => {})
}

async function* readParts({ kysely }: Db, exportId: number): AsyncGenerator<Buffer> {
  const { parts } = await kysely
    .selectFrom('plant_export_parts')
    .select((one) => one.fn.countAll<number>().as('parts'))
    .where('export_id', '=', exportId)
    .executeTakeFirstOrThrow()
  for (let part = 0; part < Number(parts); part++) {
    const { bytes } = await kysely
      .selectFrom('plant_export_parts')
      .select('bytes')
      .where('export_id', '=', exportId)
      .where('part', '=', part)
      .executeTakeFirstOrThrow()
    yield bytes
  }
}
