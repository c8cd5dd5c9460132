import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { DecimalMark } from '@heliograph/domain/format/csv.ts'
import type { TimeFormat } from './parse-time.ts'

export const importFlows = [
  'generation',
  'load',
  'import',
  'export',
  'charge',
  'discharge',
] as const satisfies readonly Flow[]
export type ImportFlow = (typeof importFlows)[number]

export const columnForms = ['power', 'energy', 'total', 'today'] as const
/** power: the mean of an interval. energy: of an interval. total: a lifetime counter. today: restarts each day. */
export type ColumnForm = (typeof columnForms)[number]

export const importUnits = ['W', 'kW', 'MW', 'Wh', 'kWh', 'MWh'] as const
export type ImportUnit = (typeof importUnits)[number]

export const factorOf: Readonly<Record<ImportUnit, number>> = { W: 1, kW: 1e3, MW: 1e6, Wh: 1, kWh: 1e3, MWh: 1e6 }
/** A power has no unit of energy, and the other way around. */
export const isFit = (form: ColumnForm, unit: ImportUnit): boolean => unit.endsWith('h') === (form !== 'power')

export type ImportColumn = Readonly<{ column: number; flow: ImportFlow; form: ColumnForm; unit: ImportUnit }>

/** How a file is to be read. */
export type ImportMapping = Readonly<{
  timeColumn: number
  timeFormat: TimeFormat
  /** IANA, of times without an offset. */
  zone: string
  /** Whether a row's time is the start or the end of its interval. */
  stamp: 'start' | 'end'
  decimalMark: DecimalMark
  columns: readonly ImportColumn[]
  /** skip: days on which the plant has its own data of a kind stay as they are. add: the file is another device. */
  overlap: 'skip' | 'add'
}>
