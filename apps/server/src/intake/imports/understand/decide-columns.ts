import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import {
  counterFlow,
  factorOf,
  type ImportColumn,
  type ImportFlow,
  type ImportQuestion,
  importFlows,
  isFit,
  isFlow,
} from '../mapping.ts'
import type { Candidate } from './candidate.ts'
import { chooseColumns } from './choose-columns.ts'
import { meaningOf } from './column-meaning.ts'
import type { ColumnsInput } from './columns-input.ts'
import { decideForm, followSiblings, settleForm } from './decide-form.ts'
import { decideSigns } from './decide-signs.ts'
import { nameColumnOf } from './find-names.ts'
import type { FoundTable } from './find-tables.ts'
import { listCandidates } from './list-candidates.ts'
import { plainWords } from './plain-words.ts'
import { settleUnits } from './settle-units.ts'

export type DecidedColumns = Readonly<{
  columns: readonly ImportColumn[]
  questions: readonly ImportQuestion[]
  nameColumn: number | null
}>

/** Columns of numbers and their meaning: by their headings, and by their values, which have the last word. */
export function decideColumns(table: FoundTable, input: ColumnsInput): DecidedColumns {
  const { rowTimes, numbers } = input
  const order = sortKnown(rowTimes.atMs)
  const { format } = input
  const { column: nameColumn, isMixed } = nameColumnOf(table, input, order)
  const candidates = numbers
    .flatMap((number) => listCandidates(table, number, nameColumn, order, input))
    .filter((item): item is Candidate => item !== undefined)
  settleUnits(candidates)
  settleDelivered(candidates, table)
  settleReadings(candidates)
  settleCharge(candidates)
  const strong = candidates.filter(({ flow }) => flow !== 'any')
  // Of a meter whose energies stand beside them, the readings say nothing more.
  const alone = candidates.filter(({ flow, meaning }) => flow === 'any' && !(meaning.isReading && strong.length > 0))
  // Energy of nothing in particular is what the plant makes, where nothing else is.
  const isGenerationKnown = strong.some(({ flow }) => flow === 'generation')
  const used = strong.length > 0 && (isGenerationKnown || alone.length > 1) ? strong : [...strong, ...alone]
  for (const one of used) {
    if (one.flow !== 'any') continue
    one.flow = 'generation'
    const isVague = one.meaning.isBare || !/\p{L}{3}/u.test(one.head) || isPatchy(rowTimes, order)
    if (strong.length > 0 || (alone.length > 1 && !isInverter(alone)) || isVague) one.open.add('flow')
  }
  for (const one of used) decideForm(one, input.plant)
  if (format === undefined) followSiblings(used, input.plant)
  for (const one of used) {
    settleForm(one)
    decideSigns(one, used)
    if (one.known?.isOneWayOpen && isOneWay(one, used)) one.open.add('flow')
  }
  const directed = used.filter((item): item is Candidate & { flow: ImportFlow } => isFlow(item.flow))
  const { chosen, questions } = chooseColumns(directed, isMixed)
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

/** In Spanish and Portuguese a charge and a load are one word: without a discharge or a consumption beside it nobody knows. */
function settleCharge(candidates: readonly Candidate[]): void {
  if (candidates.some(({ flow }) => flow === 'discharge' || flow === 'load')) return
  for (const one of candidates)
    if (one.known === undefined && one.flow === 'charge' && /^carga\b/.test(plainWords(one.head).trim()))
      one.open.add('flow')
}

const ONE_WAY_WH = 1_000
const HARDLY = 0.02
/** A counter that ran while the one of the other direction hardly did. */
const isOneWay = (one: Candidate, all: readonly Candidate[]): boolean => {
  const counter = isFlow(one.flow) ? counterFlow[one.flow] : undefined
  const back = all.filter(({ flow }) => flow === counter).reduce((sum, { content }) => sum + content.risen, 0)
  return one.content.risen * factorOf[one.unit] > ONE_WAY_WH && back < HARDLY * one.content.risen
}

/** Rows that say when they end, and mostly end before the next one begins: of charging a car, not of a plant. */
function isPatchy({ atMs, endMs, isCalendar }: ColumnsInput['rowTimes'], order: Int32Array): boolean {
  if (isCalendar) return false
  let [ends, gaps] = [0, 0]
  for (const [i, row] of order.entries()) {
    const [end, next] = [endMs[row] as number, order[i + 1]]
    if (Number.isNaN(end) || next === undefined) continue
    ends += 1
    if ((atMs[next] as number) - end > MINUTE_MS) gaps += 1
  }
  return gaps > ends / 2
}

/** Only an inverter shows its energy of the day beside that of its life, or its power beside its energy. */
const isInverter = (alone: readonly Candidate[]): boolean => {
  const powers = alone.filter(({ unit }) => isFit('power', unit))
  return (
    (alone.some(({ meaning }) => meaning.isToday) && alone.some(({ meaning }) => meaning.isTotal)) ||
    (alone.length === 2 && powers.length === 1)
  )
}

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
