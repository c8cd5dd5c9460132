/** Subjects of a comparison: from the address, which is not trusted. */
import type { Quantity } from '@heliograph/domain/quantities.ts'
import type { Period } from '../../../../charts/period/period.ts'
import { canShow } from '../history/history-state.ts'

/** In the address. Without `WITH` nothing is compared. */
export const WITH = 'with'
export const OF = 'of'
export const ALL = 'all'
export const NOBODY = 'none'

/** Strings of a device. */
const MOST_STRINGS = 16
/** Rows of a heat table, and devices, that the server reads at once. */
const MOST_ROWS = 256
const MOST_DEVICES = 64

/** The other devices that an address names; undefined: nothing is compared. */
export function readOthers(text: string | null, offered: readonly number[]): readonly number[] | undefined {
  if (text === null) return undefined
  if (text === NOBODY) return []
  const asked = text === ALL ? offered : text.split(',').map(Number)
  const known = new Set(offered)
  return [...new Set(asked)].filter((id) => known.has(id)).slice(0, MOST_DEVICES - 1)
}

export function writeOthers(others: readonly number[], offered: readonly number[]): string {
  if (others.length === 0) return NOBODY
  return others.length === offered.length && offered.length > 1 ? ALL : others.join(',')
}

export const toggledOther = (others: readonly number[], id: number): readonly number[] =>
  others.includes(id) ? others.filter((other) => other !== id) : [...others, id]

export const stringParts = ['PowerW', 'CurrentA', 'VoltageV'] as const
export type StringPart = (typeof stringParts)[number]
/** One quantity, or one of every string. */
export type Subject = Readonly<{ kind: 'one'; id: string }> | Readonly<{ kind: 'strings'; part: StringPart }>

export const writeSubject = (subject: Subject): string =>
  subject.kind === 'one' ? subject.id : `strings${subject.part}`

const stringsOf = (quantities: readonly Quantity[], part: StringPart): readonly string[] =>
  quantities.flatMap(({ id }) => (/^pv\d+/.test(id) && id.endsWith(part) ? [id] : []))

/** Quantities by which devices can be compared: any with a mean or a sum, and all strings at once. */
export function toSubjects(quantities: readonly Quantity[], period: Period): readonly Subject[] {
  const single = quantities
    .filter((quantity) => quantity.kind !== 'state' && canShow(quantity, period))
    .map(({ id }): Subject => ({ kind: 'one', id }))
  const strings = stringParts
    .filter((part) => stringsOf(quantities, part).length > 1)
    .map((part): Subject => ({ kind: 'strings', part }))
  return [...single, ...strings]
}

const energies = ['generationTotalWh', 'gridImportTotalWh', 'batteryDischargeTotalWh', 'loadTotalWh']
const powers = ['pvPowerW', 'acPowerW', 'gridPowerW', 'batteryPowerW', 'loadPowerW']

/** The one that the address names, else the energy of whole periods or the power of a day. */
export function readSubject(text: string | null, subjects: readonly Subject[], period: Period): Subject | undefined {
  const find = (id: string): Subject | undefined => subjects.find((subject) => writeSubject(subject) === id)
  const named = text === null ? undefined : find(text)
  if (named) return named
  const preferred = period === 'day' || period === 'week' ? powers : [...energies, ...powers]
  return preferred.map(find).find((item) => item !== undefined) ?? subjects[0]
}

/** The quantities of a subject; of strings those that this device has. */
export const quantitiesOf = (subject: Subject, quantities: readonly Quantity[]): readonly string[] =>
  subject.kind === 'one' ? [subject.id] : stringsOf(quantities, subject.part).slice(0, MOST_STRINGS)

/** The columns of a heat table: the hours of a day, the days of a week; a longer period has its own. */
export const columnsOf = (period: Period): 'hour' | 'day' | undefined =>
  period === 'day' ? 'hour' : period === 'week' ? 'day' : undefined

/** Devices that fit into one table, the page's own first: with strings each of them has several rows. */
export const fitting = <T>(devices: readonly T[], quantities: number): readonly T[] =>
  devices.slice(0, Math.max(1, Math.floor(MOST_ROWS / Math.max(1, quantities))))
