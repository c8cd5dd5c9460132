import type { ImportMapping, UploadedFile } from '../../../api/imports.ts'

export type NamedFile = Readonly<{ key: number; name: string; bytes: number }>
/** A file that a person chose: it is read, refused with a reason, or known with how it is read. */
export type ImportFile = NamedFile &
  (
    | Readonly<{ state: 'reading' }>
    | Readonly<{ state: 'refused'; reason: string }>
    | Readonly<{ state: 'read'; uploadedAtMs: number; file: UploadedFile; mapping: ImportMapping }>
  )
export type ReadFile = Extract<ImportFile, { state: 'read' }>
