import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { columnIn, isHead } from '../formats/find-format.ts'
import type { FormatColumn, MakerFormat } from '../formats/format.ts'
import {
  counterFlow,
  factorOf,
  type ImportColumn,
  type ImportFlow,
  type ImportQuestion,
  type ImportUnit,
  importFlows,
  isFit,
} from '../mapping.ts'
import { usualStep } from '../read-series.ts'
import type { RowTimes } from '../read-times.ts'
import type { Candidate, NumberColumn, UnderstandFor } from './candidate.ts'
import { chooseColumns } from './choose-columns.ts'
import { findUnit, type Meaning, meaningOf } from './column-meaning.ts'
import { nameWords, unitWords } from './column-words.ts'
import { type Content, lookAt } from './content.ts'
import { decidePositive } from './decide-positive.ts'
import type { FoundTable } from './find-tables.ts'
import { cellFactor, isNothing, toNumber, unitWord } from './numbers.ts'
import { plainWords } from './plain-words.ts'

export type DecidedColumns = Readonly<{
  columns: readonly ImportColumn[]
  questions: readonly ImportQuestion[]
  nameColumn: number | null
}>
type ColumnsInput = Readonly<{
  plant: UnderstandFor
  rowTimes: RowTimes
  numbers: readonly NumberColumn[]
  taken: ReadonlySet<number>
  /** The maker's format, whose columns are the only ones. */
  format: MakerFormat | undefined
}>

/** So many names are columns of their own; with more a person has to say which one. */
const MOST_NAMES = 60

/** Columns of numbers and their meaning: by their headings, and by their values, which have the last word. */
export function decideColumns(table: FoundTable, input: ColumnsInput): DecidedColumns {
  const { rowTimes, numbers } = input
  const order = sortKnown(rowTimes.atMs)
  const { format } = input
  const found: NameColumn = table.isStacked
    ? { column: table.heads.length - 1, isMixed: true }
    : format === undefined
      ? findNameColumn(table, input, order)
      : namesIn(table, format)
  const nameColumn = found.column
  const candidates = numbers
    .flatMap((number) => listCandidates(table, number, nameColumn, order, input))
    .filter((item): item is Candidate => item !== undefined)
  settleDelivered(candidates, table)
  settleReadings(candidates)
  const strong = candidates.filter(({ flow }) => flow !== 'any')
  // Of a meter whose energies stand beside them, the readings say nothing more.
  const alone = candidates.filter(({ flow, meaning }) => flow === 'any' && !(meaning.isReading && strong.length > 0))
  // Energy of nothing in particular is what the plant makes, where nothing else is.
  const isGenerationKnown = strong.some(({ flow }) => flow === 'generation')
  const used = strong.length > 0 && (isGenerationKnown || alone.length > 1) ? strong : [...strong, ...alone]
  for (const one of used) {
    if (one.flow !== 'any') continue
    one.flow = 'generation'
    const isVague = one.meaning.isBare || !/\p{L}{3}/u.test(one.head)
    if (strong.length > 0 || (alone.length > 1 && !isInverter(alone)) || isVague) one.open.add('flow')
  }
  for (const one of used) decideForm(one, input)
  if (format === undefined) followSiblings(used)
  for (const one of used) {
    settleForm(one)
    if (one.known?.hasBothSigns) one.signs = 'both'
    else decideSigns(one, used)
  }
  const directed = used.filter((item): item is Candidate & { flow: ImportFlow } => isFlow(item.flow))
  const { chosen, questions } = chooseColumns(directed, found.isMixed)
  const columns = chosen.map(toColumn).sort((a, b) => a.column - b.column)
  const open = chosen.flatMap((item) => [...item.open].map((kind) => toQuestion(item, kind)))
  return {
    columns,
    questions: [...open, ...questions],
    nameColumn: columns.some(({ name }) => name !== null) ? nameColumn : null,
  }
}

/** Energy that the utility delivers is bought, where something goes back; that of an inverter was produced. */
function settleDelivered(candidates: readonly Candidate[], { heads }: FoundTable): void {
  if (!candidates.some(({ meaning }) => meaning.isDelivered)) return
  // Of a plant that feeds in nothing, too.
  if (candidates.some(({ flow }) => flow === 'export') || heads.some((head) => meaningOf(head).flow === 'export'))
    return
  for (const one of candidates) {
    if (!one.meaning.isDelivered) continue
    if (!candidates.some(({ flow }) => flow === 'generation')) one.open.add('flow')
    one.flow = 'generation'
  }
}

/** Readings of a meter that counts what goes back apart are those of what was bought. */
function settleReadings(candidates: readonly Candidate[]): void {
  const isKnown = candidates.some(({ flow }) => flow === 'import' || flow === 'load' || flow === 'generation')
  if (isKnown || !candidates.some(({ flow }) => flow === 'export')) return
  for (const one of candidates) if (one.meaning.isReading) one.flow = 'import'
}

/** Only an inverter shows its energy of the day beside that of its life. */
const isInverter = (alone: readonly Candidate[]): boolean =>
  alone.some(({ meaning }) => meaning.isToday) && alone.some(({ meaning }) => meaning.isTotal)

/** The unit that a column of units has for some rows, if it is one. */
function unitInColumn({ rows, heads }: FoundTable, order: Int32Array): ImportUnit | undefined {
  for (const [column, head] of heads.entries()) {
    if (!unitWords.test(plainWords(head).replace(/[_.]/g, ' '))) continue
    const words = new Set(Array.from(order, (row) => String(rows[row]?.[column] ?? '')).filter((word) => word !== ''))
    const [word] = words
    const unit = words.size === 1 && word !== undefined ? unitWord(word) : undefined
    if (unit !== undefined) return unit
  }
  return undefined
}

const isFlow = (flow: Candidate['flow']): flow is ImportFlow => (importFlows as readonly string[]).includes(flow)

const toColumn = (item: Candidate & { flow: ImportFlow }): ImportColumn => ({
  column: item.column,
  name: item.name,
  flow: item.flow,
  form: item.form,
  unit: item.unit,
  signs: item.signs,
  decimalMark: item.mark ?? '.',
})

const toQuestion = ({ column, name, flow, unitChoices }: Candidate, kind: ImportQuestion['kind']): ImportQuestion => ({
  kind,
  column,
  name,
  choices:
    kind === 'flow'
      ? [...importFlows]
      : kind === 'form'
        ? ['energy', 'total', 'today']
        : kind === 'unit'
          ? unitChoices
          : [flow, counterFlow[flow as ImportFlow] ?? flow],
})

function sortKnown(atMs: Float64Array): Int32Array {
  const known: number[] = []
  let [isSorted, before] = [true, Number.NEGATIVE_INFINITY]
  for (const [row, at] of atMs.entries()) {
    if (Number.isNaN(at)) continue
    if (at < before) isSorted = false
    before = at
    known.push(row)
  }
  if (!isSorted) known.sort((a, b) => (atMs[a] as number) - (atMs[b] as number) || a - b)
  return Int32Array.from(known)
}

function namesIn({ heads }: FoundTable, { names }: MakerFormat): NameColumn {
  const column = names === undefined ? -1 : heads.findIndex((head) => isHead(names.heads, head))
  return { column: column < 0 ? null : column, isMixed: false }
}

/** isMixed: rows of the same time remain that nothing tells apart. */
type NameColumn = Readonly<{ column: number | null; isMixed: boolean }>

/** The column whose words tell apart rows of the same time, or of several things one after the other. */
function findNameColumn(table: FoundTable, { rowTimes, numbers, taken }: ColumnsInput, order: Int32Array): NameColumn {
  const { rows, heads } = table
  const text = (row: number): string => rows[row]?.join('\t') ?? ''
  let differing = 0
  for (let i = 1; i < order.length; i++) {
    const [a, b] = [order[i - 1] as number, order[i] as number]
    if (rowTimes.atMs[a] !== rowTimes.atMs[b]) continue
    if (text(a) !== text(b)) differing += 1
  }
  const isShared = differing > order.length / 50
  const numeric = new Set(numbers.map(({ column }) => column))
  let best: Readonly<{ column: number; clashes: number }> | undefined
  for (const column of heads.keys()) {
    const isNamed = nameWords.test(plainWords(heads[column] ?? '').replaceAll('_', ' '))
    if (taken.has(column) || (numeric.has(column) && !(isShared && isNamed))) continue
    const last = new Map<string, number>()
    let clashes = 0
    for (const row of order) {
      const name = String(rows[row]?.[column] ?? '')
      const before = last.get(name)
      const isClash = before !== undefined && rowTimes.atMs[before] === rowTimes.atMs[row] && text(before) !== text(row)
      if (isClash) clashes += 1
      last.set(name, row)
      if (last.size > MOST_NAMES) break
    }
    if (last.size < 2 || last.size > MOST_NAMES || last.size > order.length / 2) continue
    if (!isShared && !isNamed) continue
    if (isStatus(heads[column] ?? '')) continue
    if (best === undefined || clashes < best.clashes) best = { column, clashes }
  }
  return { column: best?.column ?? null, isMixed: (best?.clashes ?? differing) > order.length / 50 }
}

const isStatus = (head: string): boolean =>
  /status|state|zustand|code|alarm|error|quality|unit|einheit|missing|estimat|valid|geschat/.test(plainWords(head))

function listCandidates(
  table: FoundTable,
  number: NumberColumn,
  nameColumn: number | null,
  order: Int32Array,
  input: ColumnsInput,
): readonly (Candidate | undefined)[] {
  const { rows, heads } = table
  const { column, mark } = number
  if (column === nameColumn) return []
  const head = heads[column] ?? ''
  const values = new Float64Array(rows.length)
  let units = 0
  for (const [row, cells] of rows.entries()) {
    const cell = cells[column]
    if (cell === undefined || isNothing(cell)) values[row] = Number.NaN
    else {
      const value = toNumber(cell, mark ?? '.')
      const factor = number.unit ? cellFactor(cell) : undefined
      if (factor !== undefined) units += 1
      values[row] = factor === undefined ? value : value * factor
    }
  }
  const cellUnit = units > 0 ? unitOfCells(rows, column) : number.unit ? 'other' : undefined
  if (cellUnit === 'other') return []
  const { format } = input
  if (nameColumn === null) {
    const known = format && columnIn(format, head, undefined)
    if (format !== undefined && known === undefined) return []
    const columnUnit = unitInColumn(table, order)
    return [toCandidate({ column, name: null, head, mark, values, order, cellUnit, columnUnit, known }, input)]
  }
  const kinds = format?.names?.kinds
  const kindColumn = kinds === undefined ? nameColumn : heads.findIndex((text) => isHead(kinds, text))
  const byName = new Map<string, number[]>()
  for (const row of order) {
    const name = String(rows[row]?.[nameColumn] ?? '')
    const list = byName.get(name)
    if (list === undefined) byName.set(name, [row])
    else list.push(row)
  }
  return [...byName].map(([name, own]) => {
    const known = format && columnIn(format, head, String(rows[own[0] as number]?.[kindColumn] ?? ''))
    if (format !== undefined && known === undefined) return undefined
    const ownOrder = Int32Array.from(own)
    const columnUnit = unitInColumn(table, ownOrder)
    const about = { column, name, head: `${head} ${name}`, mark, values, order: ownOrder }
    return toCandidate({ ...about, cellUnit, columnUnit, known }, input)
  })
}

/** The unit of values that were brought to W or Wh already; other: of another quantity. */
function unitOfCells(rows: FoundTable['rows'], column: number): ImportUnit | 'other' {
  for (const row of rows) {
    const cell = row[column]
    if (typeof cell !== 'string' || cellFactor(cell) === undefined) continue
    if (/\/|p$/i.test(cell)) return 'other'
    return /h$|год|时|度/i.test(cell) ? 'Wh' : 'W'
  }
  return 'other'
}

function toCandidate(
  {
    cellUnit,
    columnUnit,
    ...one
  }: Pick<Candidate, 'column' | 'name' | 'head' | 'mark' | 'values' | 'order' | 'known'> &
    Readonly<Record<'cellUnit' | 'columnUnit', ImportUnit | undefined>>,
  { plant, rowTimes }: ColumnsInput,
): Candidate | undefined {
  const meaning = one.known === undefined ? meaningOf(one.head) : meaningIn(one.known, one.head)
  const isNameless = /^#\d+$/.test(one.head)
  const flow = meaning.flow ?? (isNameless || cellUnit !== undefined ? 'any' : undefined)
  if (meaning.isOther || flow === undefined) return undefined
  const at = Float64Array.from(one.order, (row) => rowTimes.atMs[row] as number)
  const stepMs = Math.max(usualStep(at), rowTimes.isCalendar ? DAY_MS : 0)
  const content = lookAt(one.values, rowTimes.atMs, one.order, plant.zone)
  if (content.count === 0) return undefined
  const found: Candidate = {
    ...one,
    meaning,
    stepMs,
    content,
    flow,
    unit: 'kWh',
    form: 'energy',
    signs: 'positive',
    open: new Set(),
    unitChoices: [],
  }
  const unit = cellUnit ?? meaning.unit ?? columnUnit
  if (one.known !== undefined && unit !== undefined && isFit('power', unit) !== (one.known.form === 'power'))
    found.open.add('unit')
  if (unit !== undefined) found.unit = unit
  else if (!guessUnit(found, plant, isNameless)) return undefined
  return found
}

/** A heading names the unit where the format does not. */
const meaningIn = ({ flow, form, unit }: FormatColumn, head: string): Meaning => ({
  flow,
  unit: unit ?? findUnit(head),
  isOther: false,
  isToday: form === 'today',
  isTotal: form === 'total',
  isPower: form === 'power',
  isBare: false,
  isReading: false,
  isDelivered: false,
  positive: undefined,
})

/** A house takes no more than this, W (3 x 63 A). */
const HOUSE_W = 43_470

/** The most that can be of a flow, W. */
export function mostW(flow: Candidate['flow'], { capacityWp }: UnderstandFor): number {
  if (flow === 'generation' || flow === 'any') return capacityWp > 0 ? capacityWp * 1.3 : Number.POSITIVE_INFINITY
  return Math.max(HOUSE_W, capacityWp * 2)
}

/** Without a word for it the values say what unit they are in, if only one is possible. */
function guessUnit(one: Candidate, plant: UnderstandFor, isNameless: boolean): boolean {
  const { meaning, content, stepMs } = one
  const limit = mostW(one.flow, plant)
  const largest = Math.max(Math.abs(content.max), Math.abs(content.min))
  if (largest === 0) return false
  const isPower = meaning.isPower && !meaning.isToday && !meaning.isTotal
  const isDaily = stepMs >= 20 * HOUR_MS
  const isCounting = content.falls === 0 && content.rises > 3 && content.days > 1
  const isRestarting = !isDaily && isLadder(content)
  const isEnergy = isNameless || isDaily || meaning.isTotal || meaning.isToday || isCounting || isRestarting
  const kinds: readonly ImportUnit[] = isPower
    ? ['W', 'kW', 'MW']
    : isEnergy
      ? ['Wh', 'kWh', 'MWh']
      : ['Wh', 'kWh', 'MWh', 'W', 'kW', 'MW']
  const hours = stepMs / HOUR_MS
  const listFits = (value: number, least: number): readonly ImportUnit[] =>
    kinds.filter((unit) => {
      const watts = (value * factorOf[unit]) / (isFit('power', unit) ? 1 : hours)
      return watts <= limit && (limit === Number.POSITIVE_INFINITY || watts >= limit * least)
    })
  const asInterval = listFits(largest, 0.002)
  // A counter says by its rise what unit it is in; one that restarts each day, by its rise within a day.
  const isByRise = asInterval.length === 0 || meaning.isTotal || isRestarting || (isCounting && !isDaily)
  const steps = isRestarting ? content.count / content.days : content.count - 1
  const fits = isByRise ? listFits((content.max - content.min) / Math.max(1, steps), 0.001) : asInterval
  const [first] = fits
  if (first === undefined) return false
  one.unit = fits.includes('kWh') ? 'kWh' : first
  // Within an hour both are the same.
  const isSame = stepMs === HOUR_MS && fits.every((unit) => unit === 'kWh' || unit === 'kW')
  if (fits.length > 1 && !isSame) {
    one.open.add('unit')
    one.unitChoices.push(...fits)
  }
  return true
}

/** So many of the steps of a counter may go down: it was replaced, or misread. */
const RISING = 0.005

/** Power, energy of an interval, or a counter: a value that no plant can make is none of an interval. */
function decideForm(one: Candidate, { plant }: ColumnsInput): void {
  const { content, meaning, stepMs } = one
  if (isFit('power', one.unit)) {
    one.form = 'power'
    return
  }
  const factor = factorOf[one.unit]
  const limitWh = (mostW(one.flow, plant) * stepMs) / HOUR_MS
  const { count, rises, falls, dips, max, min, first, risen } = content
  const isRising =
    rises > 0 &&
    rises >= Math.min(3, count - 1) &&
    falls <= RISING * count &&
    dips <= Math.max(1, 2 * RISING * count) &&
    risen > 0 &&
    risen >= 0.8 * (max - first)
  const isHuge = Math.max(Math.abs(max), Math.abs(min)) * factor > limitWh && medianOf(one) * factor > limitWh
  if (stepMs >= 20 * HOUR_MS) {
    const isUnused = meaning.isTotal && !meaning.isToday && max === 0 && min === 0
    // Days do not bring ever more, each a little of what is there already.
    const stepWh = ((max - min) * factor * DAY_MS) / (Math.max(1, count - 1) * stepMs)
    const isHigh = stepWh > LEAST_DAY_WH && medianOf(one) * factor > LONG_RISE * stepWh
    const isLongRise = isRising && !meaning.isToday && falls === 0 && rises >= 9 && isHigh
    if ((isHuge && (isRising || rises === 0)) || isUnused || isLongRise) one.form = 'total'
    else if (isRising && meaning.isTotal && !meaning.isToday && count > 2) {
      one.form = 'total'
      if (count < 6 && !isHuge) one.open.add('form')
    } else {
      one.form = 'energy'
      if (isHuge) askUnit(one)
    }
    return
  }
  const isDaily = isLadder(content)
  if (isHuge) {
    if (isDaily || (isRising && meaning.isToday && content.days === 1)) one.form = 'today'
    else if (isRising || (rises === 0 && content.negatives === 0)) one.form = 'total'
    else {
      one.form = 'energy'
      askUnit(one)
    }
    return
  }
  if (isDaily) one.form = 'today'
  else if (isRising && count > 4) {
    const isLong = content.days > 1 && spanOf(one) > 20 * HOUR_MS
    const isLevel = min * 5 > (max - min) * 1 && min > 5 * (max - min)
    if (isLong || isLevel || (meaning.isTotal && !meaning.isToday))
      one.form = content.days > 1 && meaning.isToday && !isLong ? 'today' : 'total'
    else if (meaning.isToday || spanOf(one) > 10 * HOUR_MS) one.form = 'today'
    else {
      one.form = 'energy'
      one.open.add('form')
    }
  } else one.form = 'energy'
  if (one.form === 'total' && meaning.isToday && content.days === 1) one.form = 'today'
}

/** A counter is this many days old. */
const LONG_RISE = 30
/** A house makes or uses more in a day. */
const LEAST_DAY_WH = 300
const FEW_VALUES = 4

/** A format's word on a column holds where the values do not speak against it; else a person decides. */
function settleForm(one: Candidate): void {
  const { known, content, stepMs } = one
  if (known === undefined || one.open.has('unit')) return
  const { count, rises, falls, dips, resets } = content
  const isCounter = rises > FEW_VALUES && falls <= RISING * count && content.days > 1
  if (known.form === 'power') {
    if (isCounter) askUnit(one)
    return
  }
  const isDaily = stepMs >= 20 * HOUR_MS
  const form = isDaily && known.form === 'today' ? 'energy' : known.form
  const found = one.form
  one.open.delete('form')
  one.form = form
  const isFalling = falls - dips > Math.max(1, RISING * count)
  const isAgainst =
    form === 'total'
      ? isFalling
      : form === 'today'
        ? falls - resets > Math.max(1, 0.02 * count) || (isCounter && found === 'total')
        : found !== 'energy' && rises > FEW_VALUES
  if (!isAgainst) return
  one.form = found
  one.open.add('form')
}

function askUnit(one: Candidate): void {
  one.open.add('unit')
  one.unitChoices.push(...(['W', 'kW', 'Wh', 'kWh'] as const))
}

const spanOf = ({ order, stepMs }: Candidate): number => order.length * stepMs

function medianOf({ values, order }: Candidate): number {
  const some = Float64Array.from(order, (row) => values[row] as number)
    .filter((value) => value !== 0 && !Number.isNaN(value))
    .sort()
  return some[Math.floor(some.length / 2)] ?? 0
}

/** It rises in many steps and falls once a day. */
const isLadder = ({ days, count, rises, falls, resets }: Content): boolean =>
  days > 1 && resets >= 0.5 * (days - 1) && falls - resets <= 0.02 * count && rises >= 3 * falls

/** A column that may be a counter is one where others of the same unit are. */
function followSiblings(all: readonly Candidate[]): void {
  const counters = all.filter(({ form, open }) => form === 'total' && !open.has('form'))
  for (const one of all) {
    if (!isFit('energy', one.unit) || one.form === 'total') continue
    const isCounting = one.content.falls === 0 && one.content.max > 0 && !one.meaning.isToday
    const sibling = counters.find(
      (other) => other.unit === one.unit && other.column !== one.column && alike(other.head, one.head),
    )
    if (sibling === undefined || !isCounting) continue
    one.form = 'total'
    one.open.delete('form')
  }
}

/** Headings of the same making: "Import T1 kWh" and "Export T2 kWh". */
const alike = (a: string, b: string): boolean => {
  const words = (head: string): number =>
    plainWords(head)
      .split(/[^\p{L}\d]+/u)
      .filter(Boolean).length
  return Math.abs(words(a) - words(b)) <= 1
}

/** Standby of an inverter; a share of values that is no direction of its own. */
const FEW = 0.005

function decideSigns(one: Candidate, all: readonly Candidate[]): void {
  const { content, flow, form } = one
  const { positives, negatives } = content
  // By their number: one code for an error is larger than all others.
  const isNegative = negatives > 9 * positives
  const isBoth = negatives > Math.max(1, FEW * (positives + negatives)) && !isNegative
  const isInterval = form === 'power' || form === 'energy'
  if (flow === 'grid' || flow === 'battery') {
    const [first, second] = flow === 'grid' ? (['import', 'export'] as const) : (['discharge', 'charge'] as const)
    const hasOwn = all.some((other) => other.flow === first || other.flow === second)
    // Both directions have columns of their own.
    if (hasOwn || !isInterval) {
      one.flow = hasOwn ? 'any' : first
      if (!hasOwn && !isInterval) one.open.add('flow')
      return
    }
    const positive = one.meaning.positive ?? decidePositive(one, all, [first, second])
    one.flow = positive ?? first
    one.signs = isBoth || isNegative || content.negatives > 0 ? 'both' : 'both'
    if (positive === undefined) one.open.add('signs')
    return
  }
  if (isNegative && isInterval) {
    one.signs = 'negative'
    return
  }
  const counter = isFlow(flow) ? counterFlow[flow] : undefined
  if (counter === undefined || !isInterval) return
  const isAlone = !all.some((other) => other !== one && other.flow === counter)
  if (isBoth && isAlone) {
    one.signs = 'both'
    if (one.meaning.positive !== undefined) one.flow = one.meaning.positive
  }
}
