import type { CsvStyle } from '@heliograph/domain/format/csv.ts'
import type { Column, ExportRows } from './export-columns.ts'

/** A file to be written. */
export type ExportFile = ExportRows &
  Readonly<{
    /** In which instants are written, IANA. */
    zone: string
    style: CsvStyle
    /** Facts about the file: name and value. CSV has no place for them. */
    about: readonly (readonly [string, string])[]
    /** Headings and sheets. */
    words: Readonly<{ utcOffset: string; data: string; about: string }>
    /** Called between two pages. */
    onProgress?: (share: number, rows: number) => Promise<void>
  }>

/** Headings with their unit. An instant says its zone, and outside UTC its offset beside it. */
export const headsOf = ({ columns, zone, words }: ExportFile): readonly string[] =>
  columns.flatMap(({ name, unit, kind }: Column) =>
    kind !== 'instant'
      ? [unit === '' ? name : `${name} (${unit})`]
      : [`${name} (${zone})`, ...(zone === 'UTC' ? [] : [words.utcOffset])],
  )
