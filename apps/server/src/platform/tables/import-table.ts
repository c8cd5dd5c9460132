import { importBounds } from '@heliograph/domain/import-bounds.ts'

/** A file as text cells; dates of a workbook are written as `2026-03-01T12:00:00`. */
export type ImportTable = Readonly<{ heads: readonly string[]; rows: readonly (readonly string[])[] }>

/** A number where the file says so (a workbook, JSON), else a text; dates of a workbook are texts. */
export type Cell = string | number

/** A sheet of a workbook, or the whole of another file. Lines without any text are left out; `lines`: from 1. */
export type FileSheet = Readonly<{ name: string; rows: readonly (readonly Cell[])[]; lines: readonly number[] }>

/** Cells as text, with nothing said of what they mean. */
export type Sheet = Readonly<{ name: string; lines: readonly (readonly string[])[] }>

export const importLimits = {
  bytes: importBounds.fileBytes,
  rows: 600_000,
  columns: 100,
  /** Of rows and columns together: a table of nothing but separators is small, and huge in memory. */
  cells: 4_000_000,
  cellLength: 200,
  /** Of one part of a workbook: a small file may unpack to a huge one. */
  unpackedBytes: 150_000_000,
  entries: 1_000,
  sheets: 20,
  /** In an archive. */
  files: 200,
} as const
