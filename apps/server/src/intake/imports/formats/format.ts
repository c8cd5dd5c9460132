import type { DecimalMark } from '@heliograph/domain/format/csv.ts'
import type { ColumnForm, ImportFlow, ImportUnit, TimeFormat } from '../mapping.ts'

/**
 * Flow of a column of a maker's file. grid, battery: it goes both ways, and no document says which way is above zero: the
 * balance of the file decides, else a person. named: its name in the long table says it.
 */
export type FormatFlow = ImportFlow | 'grid' | 'battery' | 'named'

/**
 * A heading in plain words: small letters, no accents, one space between words and none before a bracket. `*` stands for
 * anything. The heading matches as a whole.
 */
export type HeadWords = string

/** The meaning of a column of a maker's file. */
export type FormatColumn = Readonly<{
  /** Any of them: a maker writes it in several languages. */
  heads: readonly HeadWords[]
  /** Of values above zero. */
  flow: FormatFlow
  /** today: with one row a day its value is the day's energy. Missing: the values say it. */
  form?: ColumnForm
  /** Where the heading and the cells name none, or name a wrong one. */
  unit?: ImportUnit
  /** Values below zero are the opposite flow; where the balance of the file says otherwise, a person decides. */
  hasBothSigns?: true
  /** Nothing says what the meter measures: where it counts this way alone, `flow` is only proposed. */
  isOneWayOpen?: true
  /** Several of them may be meters of different things: a person decides whether they add up. */
  mayDiffer?: true
  /** In a long table: what stands in the column of kinds. */
  kinds?: readonly HeadWords[]
}>

type HeadsByFlow = Partial<Record<FormatFlow, HeadWords | readonly HeadWords[]>>

/** Columns of one form: by flow a heading, or any of several. */
export const columnsOf = (form: ColumnForm, headsByFlow: HeadsByFlow): readonly FormatColumn[] =>
  Object.entries(headsByFlow).map(([flow, heads]) => ({
    form,
    heads: typeof heads === 'string' ? [heads] : heads,
    flow: flow as FormatFlow,
  }))

/** The same where headings and cells name no unit, or a wrong one. */
export const columnsIn = (form: ColumnForm, unit: ImportUnit, headsByFlow: HeadsByFlow): readonly FormatColumn[] =>
  columnsOf(form, headsByFlow).map((column) => ({ ...column, unit }))

/** How a maker writes a file, as data. */
export type MakerFormat = Readonly<{
  /** Kept in no database; its test file has this name. */
  id: string
  maker: string
  /** Which of the maker's exports, as the maker calls it. */
  variant: string
  /** seen: in a real file. document: by what the maker or those who read such files publish. */
  evidence: 'seen' | 'document'
  /** Each of these occurs among the headings; alternatives of one are in a list. */
  known: readonly (HeadWords | readonly HeadWords[])[]
  /** And none of these. */
  unknown?: readonly HeadWords[]
  /** Whether every heading must be one of `known`, `columns` or `others`: of a heading that many files could have. */
  others?: readonly HeadWords[]
  /** Words of the lines over the heading. */
  above?: readonly HeadWords[]
  columns: readonly FormatColumn[]
  /** Of a long table: the column that tells its things apart, and the one that tells what they are. */
  names?: Readonly<{ heads: readonly HeadWords[]; kinds?: readonly HeadWords[] }>
  /** The column of times, where several look like it. */
  time?: readonly HeadWords[]
  /** Decides only where all rows fit several orders. */
  timeFormat?: TimeFormat
  /** Decides only where all cells fit both: 1.234. */
  decimalMark?: DecimalMark
  /** Of times without an offset; without it they are local at the plant. */
  zone?: 'UTC'
  stamp?: 'start' | 'end'
}>

/** The formats of one maker. */
export const formatsOf = (maker: string, formats: readonly Omit<MakerFormat, 'maker'>[]): readonly MakerFormat[] =>
  formats.map((format) => ({ maker, ...format }))
