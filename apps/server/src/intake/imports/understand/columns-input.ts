import type { MakerFormat } from '../formats/format.ts'
import type { RowTimes } from '../read-times.ts'
import type { NumberColumn, UnderstandFor } from './candidate.ts'

/** Facts of a table before its columns are decided. */
export type ColumnsInput = Readonly<{
  plant: UnderstandFor
  rowTimes: RowTimes
  numbers: readonly NumberColumn[]
  taken: ReadonlySet<number>
  /** The maker's format, whose columns are the only ones. */
  format: MakerFormat | undefined
}>
