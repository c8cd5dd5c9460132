import { Readable } from 'node:stream'
import type { Db } from '../../platform/db/database.ts'
import { mimeTypes, readExport, toFileName } from './read-export.ts'

/** The file at once, written while it is read; its size is not known. @throws Refusal as readExport */
export async function streamExport(
  db: Db,
  options: Parameters<typeof readExport>[1],
): Promise<Readonly<{ stream: NodeJS.ReadableStream; name: string; type: string; sizeBytes: null }>> {
  const { plantId, definition } = options
  const content = await readExport(db, options)
  return {
    stream: Readable.from(content, { objectMode: false }),
    name: toFileName(plantId, definition),
    type: mimeTypes[definition.fileType],
    sizeBytes: null,
  }
}
