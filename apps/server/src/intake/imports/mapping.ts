import { acceptedUnits, type EnergyUnit, type PowerUnit } from '@heliograph/domain/accepted-units.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { DecimalMark } from '@heliograph/domain/format/csv.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'

export const importFlows = [
  'generation',
  'load',
  'import',
  'export',
  'charge',
  'discharge',
] as const satisfies readonly Flow[]
export type ImportFlow = (typeof importFlows)[number]
/** And no grid, battery or energy of nothing in particular. */
export const isFlow = (flow: string): flow is ImportFlow => (importFlows as readonly string[]).includes(flow)

export const columnForms = ['power', 'energy', 'total', 'today'] as const
/** power: the mean of an interval. energy: of an interval. total: a lifetime counter. today: restarts each day. */
export type ColumnForm = (typeof columnForms)[number]

export type ImportUnit = PowerUnit | EnergyUnit

const toFactors = (units: Readonly<Record<string, Readonly<{ factor: number }>>>) =>
  Object.entries(units).map(([unit, { factor }]) => [unit, factor] as const)
/** To W or Wh. */
export const factorOf = Object.fromEntries([...toFactors(acceptedUnits.W), ...toFactors(acceptedUnits.Wh)]) as Readonly<
  Record<ImportUnit, number>
>
/** A power has no unit of energy, and the other way around. */
export const isFit = (form: ColumnForm, unit: ImportUnit): boolean =>
  Object.hasOwn(form === 'power' ? acceptedUnits.W : acceptedUnits.Wh, unit)

/** The power beside an energy, where a device has one of its own. */
export const powerOf: Readonly<Partial<Record<ImportFlow, QuantityId>>> = { generation: 'pvPowerW', load: 'loadPowerW' }

/** In which direction the values of a column count: those above zero, below zero, or both, the ones against the others. */
export const columnSigns = ['positive', 'negative', 'both'] as const
export type ColumnSigns = (typeof columnSigns)[number]

/** The flow that goes the other way. */
export const counterFlow: Readonly<Partial<Record<ImportFlow, ImportFlow>>> = {
  import: 'export',
  export: 'import',
  charge: 'discharge',
  discharge: 'charge',
}

/** Several columns of one flow add up. */
export type ImportColumn = Readonly<{
  column: number
  /** Of a long table: only the rows with this name; null: all rows. */
  name: string | null
  /** Of values above zero; of `negative` those below. */
  flow: ImportFlow
  form: ColumnForm
  /** Of numbers that have none of their own. */
  unit: ImportUnit
  signs: ColumnSigns
  decimalMark: DecimalMark
}>

export const timeFormats = ['iso', 'dmy', 'mdy', 'epochS', 'epochMs'] as const
/** iso: year first. dmy, mdy: day or month first. epoch: since 1970. */
export type TimeFormat = (typeof timeFormats)[number]

export const questionKinds = ['timeFormat', 'flow', 'form', 'unit', 'signs', 'decimalMark', 'several'] as const
/**
 * A decision that a file leaves open, with the answers that are possible. signs: which flow values above zero are. several: whether all
 * columns of a flow count, or which one alone.
 */
export type ImportQuestion = Readonly<{
  kind: (typeof questionKinds)[number]
  /** null: of the whole file. */
  column: number | null
  name: string | null
  choices: readonly string[]
}>

export const overlaps = ['keep', 'replace', 'fill', 'add'] as const
/**
 * How an import treats what its plant has already, by flow. keep: days of the plant stay. replace: days of the file take the
 * place of those of the plant. fill: only hours without data of the plant are taken. add: the file is of another device.
 */
export type Overlap = (typeof overlaps)[number]

export const betweens = ['once', 'add'] as const
/** Files that say different things of one time. once: they are of one device. add: of several, and all of them count. */
export type Between = (typeof betweens)[number]

/** How a file is to be read. */
export type ImportMapping = Readonly<{
  sheet: number
  /** The line that names the columns, from 1; 0: none does. */
  headLine: number
  timeColumn: number
  /** The clock where it stands apart from the date. */
  clockColumn: number | null
  /** The end of each interval. */
  endColumn: number | null
  /** How far clocks are ahead of UTC. */
  offsetColumn: number | null
  /** The column that tells the rows of several things apart. */
  nameColumn: number | null
  timeFormat: TimeFormat
  /** IANA, of times without an offset. */
  zone: string
  /** Whether a row's time is the start or the end of its interval. */
  stamp: 'start' | 'end'
  columns: readonly ImportColumn[]
  /** Open decisions; nothing is stored before they are made. */
  questions: readonly ImportQuestion[]
}>
