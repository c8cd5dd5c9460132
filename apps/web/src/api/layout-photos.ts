/** Serial numbers and places of modules from photos and files, and the paper for them, in our words. */
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { FileGrid } from '@heliograph/domain/layout-file/file-grid.ts'
import type { RecognizedGrid } from '@heliograph/domain/photo-grid/grid-of-codes.ts'
import { call, downloadFile } from './call.ts'

/** A grid, and the size of the picture whose pixels its corners are in. */
export type RecognizedPhoto = RecognizedGrid & Readonly<{ width: number; height: number }>

/** Reads a photo on the server. @param content Base64 */
export async function recognizePhoto(plantId: number, content: string): Promise<RecognizedPhoto> {
  const { cells, ...photo } = await call('POST /maintain-s/station/layout/photo/recognition/{id}', {
    params: { id: plantId },
    body: { content },
  })
  return {
    ...photo,
    cells: cells.map(({ repeats, error, ...cell }) => ({
      ...cell,
      ...(repeats && { repeats }),
      ...(error && { error }),
    })),
  }
}

/** The groups that a CSV or XLSX file describes. @param content Base64 */
export async function readLayoutFile(plantId: number, content: string): Promise<readonly FileGrid[]> {
  const { data } = await call('POST /maintain-s/station/layout/file/recognition/{id}', {
    params: { id: plantId },
    body: { content },
  })
  return data.map(({ cells, ...grid }) => ({
    ...grid,
    cells: cells.map(({ error, port, ...cell }) => ({ ...cell, port: port ?? null, ...(error && { error }) })),
  }))
}

/** Saves the PDF with a field for each module. */
export const downloadTemplate = (
  plantId: number,
  wanted: Readonly<{ rows: number; columns: number; name: string; language: LanguageCode }>,
  fileName: string,
): Promise<void> => downloadFile('GET /maintain-s/station/layout/template/{id}', { id: plantId }, fileName, wanted)
