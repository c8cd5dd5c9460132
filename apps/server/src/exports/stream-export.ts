import { Readable } from 'node:stream'
import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import type { Db } from '../db/database.ts'
import { mimeTypes, readExport, toFileName } from './read-export.ts'

/** The file at once, written while it is read; its size is not known. @throws Refusal as readExport */
export async function streamExport(
  db: Db,
  plantId: number,
  definition: ExportDefinition,
  nowMs: number,
): Promise<Readonly<{ stream: NodeJS.ReadableStream; name: string; type: string; sizeBytes: null }>> {
  const content = await readExport(db, { plantId, definition, nowMs })
  return {
    stream: Readable.from(content, { objectMode: false }),
    name: toFileName(plantId, definition),
    type: mimeTypes[definition.fileType],
    sizeBytes: null,
  }
}
