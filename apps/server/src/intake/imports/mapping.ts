import { acceptedUnits, type EnergyUnit, type PowerUnit } from '@heliograph/domain/accepted-units.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { DecimalMark } from '@heliograph/domain/format/csv.ts'
import type { TimeFormat } from '@heliograph/domain/format/parse-time.ts'
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
