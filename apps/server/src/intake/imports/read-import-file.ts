import { type FileSender, type GivePart, readFile } from '../../platform/file-reader/file-reader.ts'
import { unreadable } from '../../platform/tables/tables.ts'
import type { readImport, sketchImport } from './import-file.reader.ts'

type Question<Reader extends (question: never, part: GivePart) => unknown> = Parameters<Reader>[0]

const options = (bytes: number) => ({ bytes, refuse: () => unreadable('tooMuchWork') })

/** Files are read in a process of their own. @throws Refusal IMPORT_UNREADABLE, PARAM_ERROR, TOO_MANY_REQUESTS, TIMED_OUT */
export const sketchFile = (question: Question<typeof sketchImport>, sender: FileSender) =>
  readFile<typeof sketchImport>('sketch of an import', question, sender, options(question.bytes.length))

/** @param files gives the files of the question, of which the largest has so many bytes */
export const readImportFiles = (
  question: Question<typeof readImport>,
  files: Readonly<{ part: GivePart; bytes: number }>,
  sender: FileSender,
) => readFile<typeof readImport>('import', question, sender, { ...options(files.bytes), part: files.part })
