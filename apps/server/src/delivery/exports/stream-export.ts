import { Readable } from 'node:stream'
import type { Db } from '../../platform/db/database.ts'
import { mimeTypes, readExport, toFileName } from './read-export.ts'

/** The file at once, written while it is read; its size is not known. @throws Refusal as readExport */
export async function streamExport(
  db: Db,
  given: Parameters<typeof readExport>[1],
): Promise<Readonly<{ stream: NodeJS.ReadableStream; name: string; type: string; sizeBytes: null }>> {
  const { plantId, definition } = given
  const content = await readExport(db, given)
  return {
    stream: Readable.from(content, { objectMode: false }),
    name: toFileName(plantId, definition),
    type: mimeTypes[definition.fileType],
    sizeBytes: null,
  }
}
