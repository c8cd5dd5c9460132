import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { factorOf, type ImportFlow, type ImportQuestion } from '../mapping.ts'
import type { Candidate } from './candidate.ts'
import { splitWords } from './column-meaning.ts'
import { readingWords } from './column-words.ts'
import { plainWords } from './plain-words.ts'

type Directed = Candidate & { flow: ImportFlow }

/** A counter is more exact than the power beside it; with one row a day the day's energy is the whole of it. */
const byHours = ['power', 'energy', 'today', 'total'] as const
const byDays = ['power', 'total', 'today', 'energy'] as const

/**
 * Of all columns of a flow those that are counted: of one form, parts of a whole, and none twice.
 * @param isMixed rows of the same time say different things: a person decides
 */
export function chooseColumns(
  all: readonly Directed[],
  isMixed: boolean,
): Readonly<{ chosen: readonly Directed[]; questions: readonly ImportQuestion[] }> {
  const chosen: Directed[] = []
  const questions: ImportQuestion[] = []
  for (const flow of new Set(all.map((item) => item.flow))) {
    const own = all.filter((item) => item.flow === flow)
    const order: readonly string[] = own.every(({ stepMs }) => stepMs >= 20 * HOUR_MS) ? byDays : byHours
    const best = Math.max(...own.map(({ form }) => order.indexOf(form)))
    const same = wholeLife(own.filter(({ form }) => order.indexOf(form) === best))
    // A format names no column that is another one's part or double.
    const { counted, isOpen } = same.every(({ known }) => known !== undefined)
      ? { counted: same, isOpen: same.length > 1 && same.some(({ known }) => known?.mayDiffer) }
      : countOnce(withoutReadings(oneOfName(same)))
    chosen.push(...counted)
    if (isOpen || isMixed) {
      const [first] = counted
      const choices = counted.map(({ column, name }) => `${column}${name === null ? '' : ` ${name}`}`)
      questions.push({
        kind: 'several',
        column: first?.column ?? null,
        name: first?.name ?? null,
        choices: ['all', ...choices],
      })
    }
  }
  return { chosen, questions }
}

/** Of a counter of the day beside that of the life, of a file of one day, the latter. */
function wholeLife(same: readonly Directed[]): readonly Directed[] {
  const lives = same.filter(({ meaning }) => meaning.isTotal && !meaning.isToday)
  return lives.length > 0 && same.some(({ meaning }) => meaning.isToday && !meaning.isTotal)
    ? same.filter(({ meaning }) => !meaning.isToday || meaning.isTotal)
    : same
}

/** Of several columns of one thing in a long table, like a counter and its sum, those that say the same count once. */
function oneOfName(same: readonly Directed[]): readonly Directed[] {
  return same.filter(
    (one, i) =>
      one.name === null ||
      !same.slice(0, i).some((other) => other.name === one.name && other.column !== one.column && isTwin(one, other)),
  )
}

/** Readings of a meter beside the energies between them say nothing more. */
function withoutReadings(same: readonly Directed[]): readonly Directed[] {
  const energies = same.filter(({ head }) => !readingWords.test(plainWords(head)))
  return energies.length > 0 && energies.length < same.length && same.every(({ name }) => name === null)
    ? energies
    : same
}

function countOnce(same: readonly Directed[]): Readonly<{ counted: readonly Directed[]; isOpen: boolean }> {
  if (same.length < 2) return { counted: same, isOpen: false }
  const whole = findWhole(same)
  if (whole !== undefined) return { counted: [whole], isOpen: false }
  if (same.every((item) => item.name !== null)) {
    // Several inverters make more; of meters that only have a number, one may lie behind the other.
    const isOpen = same.some(
      ({ flow, name }) => flow === 'load' || (flow !== 'generation' && !/\p{L}{3}/u.test(name ?? '')),
    )
    return { counted: same, isOpen }
  }
  if (arePartsByName(same)) return { counted: same, isOpen: false }
  const distinct = same.filter((one, i) => !same.slice(0, i).some((other) => isTwin(one, other)))
  return { counted: distinct, isOpen: distinct.length > 1 && !arePartsByName(distinct) }
}

const baseAt = ({ values, unit }: Directed, row: number): number => (values[row] as number) * factorOf[unit]

/** The column that is the sum of the others. */
function findWhole(same: readonly Directed[]): Directed | undefined {
  if (same.length < 3 || same.some(({ name }) => name !== null)) return undefined
  const rows = [...(same[0] as Directed).order]
  return same.find((item) => {
    let [count, equal, sum] = [0, 0, 0]
    for (const row of rows) {
      const own = baseAt(item, row)
      const rest = same.reduce((all, other) => (other === item ? all : all + (baseAt(other, row) || 0)), 0)
      if (Number.isNaN(own) || (own === 0 && rest === 0)) continue
      count += 1
      sum += own
      if (Math.abs(own - rest) <= 0.02 * Math.abs(own) + 2) equal += 1
    }
    return sum > 0 && count > 0 && equal >= 0.95 * count
  })
}

/** The same measured twice: the AC and the DC side, the meter and the inverter. Of counters only the rise is compared. */
function isTwin(one: Directed, other: Directed): boolean {
  const isTotal = one.form === 'total'
  const [first = 0] = one.order
  const base = isTotal ? [baseAt(one, first), baseAt(other, first)] : [0, 0]
  let [count, near] = [0, 0]
  for (const row of one.order) {
    const [a, b] = [baseAt(one, row) - (base[0] as number), baseAt(other, row) - (base[1] as number)]
    if (Number.isNaN(a) || Number.isNaN(b) || (a === 0 && b === 0)) continue
    count += 1
    if (Math.abs(a - b) <= 0.12 * Math.max(Math.abs(a), Math.abs(b))) near += 1
  }
  return count > 0 && near >= 0.9 * count
}

const partWords =
  /\b(?:tariff?e?|tarief|tarifa|phase|string|mppt|inverter|wechselrichter|omvormer|onduleur|meter|zahler|register|channel|input|ht|nt|hp|hc|hoog|laag|high|low|normal|normaal|super|dal|peak|off|day|night|tag|nacht|rate|fascia|strang|fase|l|t|f|e|b|s|pv|a|c|p|punta|llano|valle|pico|pointe|creuses|pleines|heures)\b|\d+|[^\p{L}]+/gu

/** Names that differ only in a number, a phase, a tariff or a device. */
function arePartsByName(same: readonly Directed[]): boolean {
  const bare = same.map(({ head }) =>
    splitWords(head)
      .replace(/([a-z])(\d)/g, '$1 $2')
      .replace(partWords, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return bare.every((words) => words === bare[0])
}
