import type { FileSheet } from '../../../platform/tables/tables.ts'
import type { FoundTable } from '../understand/find-tables.ts'
import { plainWords } from '../understand/plain-words.ts'
import type { FormatColumn, HeadWords, MakerFormat } from './format.ts'
import { formats } from './formats.ts'

/** A heading as formats write it. */
const toWords = (head: string): string =>
  plainWords(head)
    .replace(/\s+/g, ' ')
    .replace(/ ?([([]) ?/g, '$1')
    .replace(/ ?([)\]])/g, '$1')
    .trim()

const expressions = new Map<HeadWords, RegExp>()
function toExpression(words: HeadWords): RegExp {
  const known = expressions.get(words)
  if (known !== undefined) return known
  const text = words.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const expression = new RegExp(`^${text.join('.*')}$`, 'su')
  expressions.set(words, expression)
  return expression
}

const isOneOf = (words: readonly HeadWords[], plain: string): boolean =>
  words.some((pattern) => toExpression(pattern).test(plain))

/** Whether a heading is one of these. */
export const isHead = (words: readonly HeadWords[], head: string): boolean => isOneOf(words, toWords(head))

const LINES_ABOVE = 12

/** The format whose headings a table has; undefined: none, or several. */
export function findFormat(table: FoundTable, sheets: readonly FileSheet[]): MakerFormat | undefined {
  const found = matchFormats(table, sheets)
  return found.length === 1 ? found[0] : undefined
}

export function matchFormats(table: FoundTable, sheets: readonly FileSheet[]): readonly MakerFormat[] {
  const sheet = sheets[table.sheet]
  const at = sheet === undefined ? -1 : sheet.lines.indexOf(table.headLine)
  const above = (sheet?.rows ?? [])
    .slice(Math.max(0, at - LINES_ABOVE), Math.max(0, at))
    .map((row) => row.join(' ').slice(0, 500))
    .join(' ')
  const [heads, aboveWords] = [table.heads.map(toWords), toWords(above)]
  return formats.filter((format) => isOf(format, heads, aboveWords))
}

function isOf(format: MakerFormat, heads: readonly string[], above: string): boolean {
  const { known, unknown = [], others, columns, names, time = [] } = format
  const has = (words: readonly HeadWords[]): boolean => heads.some((head) => isOneOf(words, head))
  if (!known.every((words) => has(typeof words === 'string' ? [words] : words)) || has(unknown)) return false
  if (format.above !== undefined && !isOneOf(format.above, above)) return false
  if (others === undefined) return true
  const all = [
    ...known.flat(),
    ...others,
    ...time,
    ...columns.flatMap((column) => column.heads),
    ...(names?.heads ?? []),
  ]
  return heads.every((head) => isOneOf(all, head))
}

/** The meaning of a column, or of the rows of a kind in it; undefined: they are not imported. */
export const columnIn = (format: MakerFormat, head: string, kind: string | undefined): FormatColumn | undefined =>
  format.columns.find(
    ({ heads, kinds }) => isHead(heads, head) && (kinds === undefined || (kind !== undefined && isHead(kinds, kind))),
  )
