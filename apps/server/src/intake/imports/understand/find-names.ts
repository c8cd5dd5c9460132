import { isHead } from '../formats/find-format.ts'
import type { MakerFormat } from '../formats/format.ts'
import { nameWords } from './column-words.ts'
import type { ColumnsInput } from './columns-input.ts'
import type { FoundTable } from './find-tables.ts'
import { plainWords } from './plain-words.ts'

/** So many names are columns of their own; with more a person has to say which one. */
const MOST_NAMES = 60

/** isMixed: rows of the same time remain that nothing tells apart. */
export type NameColumn = Readonly<{ column: number | null; isMixed: boolean }>

/** The column of names that a format, the joined tables, or the words of a table have. */
export function nameColumnOf(table: FoundTable, input: ColumnsInput, order: Int32Array): NameColumn {
  if (table.isStacked) return { column: table.heads.length - 1, isMixed: true }
  return input.format === undefined ? findNameColumn(table, input, order) : namesIn(table, input.format)
}

function namesIn({ heads }: FoundTable, { names }: MakerFormat): NameColumn {
  const column = names === undefined ? -1 : heads.findIndex((head) => isHead(names.heads, head))
  return { column: column < 0 ? null : column, isMixed: false }
}

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
