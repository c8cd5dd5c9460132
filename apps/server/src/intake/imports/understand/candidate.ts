import type { DecimalMark } from '@heliograph/domain/format/csv.ts'
import type { FormatColumn } from '../formats/format.ts'
import type { ColumnForm, ColumnSigns, ImportFlow, ImportUnit } from '../mapping.ts'
import type { Meaning } from './column-meaning.ts'
import type { Content } from './content.ts'

/** Facts of the plant that a file is for; `capacityWp` 0: unknown. */
export type UnderstandFor = Readonly<{ zone: string; capacityWp: number; nowMs: number }>

/** A column that holds numbers: with the mark of its fractions, or undecided. */
export type NumberColumn = Readonly<{ column: number; mark: DecimalMark | undefined; count: number; unit: boolean }>

/** A column, or the rows of one name in it, before it is known what counts. Values in W or Wh once the unit is known. */
export type Candidate = {
  readonly column: number
  readonly name: string | null
  readonly head: string
  readonly meaning: Meaning
  /** Its meaning in a maker's format. */
  readonly known: FormatColumn | undefined
  readonly mark: NumberColumn['mark']
  /** By row; NaN: none. In the unit of the column; in W or Wh where the cells have units of their own. */
  readonly values: Float64Array
  readonly order: Int32Array
  readonly stepMs: number
  readonly content: Content
  flow: ImportFlow | 'grid' | 'battery' | 'any'
  unit: ImportUnit
  form: ColumnForm
  signs: ColumnSigns
  /** Where neither heading nor cells name a unit: those that came into question, that can be, and that are likely. */
  guessedUnits: Readonly<Record<'kinds' | 'possible' | 'likely', readonly ImportUnit[]>> | undefined
  readonly open: Set<'flow' | 'form' | 'unit' | 'signs'>
  readonly unitChoices: ImportUnit[]
}
