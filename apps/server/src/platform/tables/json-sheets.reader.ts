import { type Cell, type FileSheet, importLimits } from './import-table.ts'
import { unreadable } from './unreadable.ts'

type Json = string | number | boolean | null | readonly Json[] | Readonly<{ [key: string]: Json }>
type Plain = string | number | boolean | null
type Row = Readonly<Record<string, Cell>>

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
const isObject = (value: Json): value is Readonly<{ [key: string]: Json }> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isJson = (text: string): boolean => /^\uFEFF?\s*[[{]/.test(text)

/** Deeper than that no table lies. */
const DEEPEST = 8
/** So many names are joined to one of a column. */
const DEEPEST_NAME = 3
/** Cells of the objects around a table, each row gets them: they name its unit, its device or its kind. */
const MOST_AROUND = 12

/** The tables in a JSON file, or in one of a JSON object a line; undefined: it is neither. @throws Refusal IMPORT_UNREADABLE */
export function readJsonSheets(text: string): readonly FileSheet[] | undefined {
  if (!isJson(text)) return undefined
  const parsed = parse(text)
  if (parsed === undefined) return undefined
  const rows: Row[] = []
  collect(parsed, {}, rows, 0)
  if (rows.length === 0) throw unreadable('noTable')
  const heads = [...new Set(rows.slice(0, 1_000).flatMap((row) => Object.keys(row)))]
  if (heads.length > importLimits.columns) throw unreadable('tooManyColumns')
  if (heads.length * rows.length > importLimits.cells) throw unreadable('tooManyRows')
  const cells = rows.map((row) => heads.map((head) => row[head] ?? ''))
  const isNamed = heads.some((head) => !/^#\d+$/.test(head))
  const lines = isNamed ? [heads as readonly Cell[], ...cells] : cells
  return [{ name: '', rows: lines, lines: lines.map((_, i) => i + 1) }]
}

function parse(text: string): Json | undefined {
  const plain = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(plain) as Json
  } catch {
    try {
      return plain
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as Json)
    } catch {
      return undefined
    }
  }
}

/** Rows are the objects (or lists of plain values) of a list; `around` is what the objects above say of all of them. */
function collect(value: Json, around: Row, rows: Row[], depth: number): void {
  if (depth > DEEPEST) return
  const described = isObject(value) ? (readDescribed(value) ?? readParallel(value)) : undefined
  if (described !== undefined) {
    for (const row of described) push(rows, { ...around, ...row })
  } else if (isList(value)) {
    const isTable = value.some((item) => (isObject(item) && !holdsTable(item)) || (isList(item) && item.every(isPlain)))
    for (const one of value) {
      if (isTable && isList(one)) push(rows, { ...around, ...flatten(Object.fromEntries(numbered(one)), '') })
      else if (isTable && isObject(one) && !holdsTable(one)) push(rows, { ...around, ...flatten(one, '') })
      else collect(one, around, rows, depth + 1)
    }
  } else if (isObject(value)) {
    const own = Object.entries(value).filter(([, one]) => isPlain(one)) as [string, string | number | boolean | null][]
    const inner: Record<string, Cell> = { ...around }
    for (const [key, one] of own.slice(0, MOST_AROUND)) inner[key] = toCell(one)
    const lists = Object.entries(value).filter(([, one]) => !isPlain(one))
    // Lists under names of their own are the same table of several things: their name tells them apart.
    const named = lists.filter(([, one]) => isList(one) && one.length > 0)
    for (const [key, one] of lists)
      collect(one, named.length > 1 && isList(one) ? { ...inner, name: key } : inner, rows, depth + 1)
  }
}

/** An object that lists its columns beside its rows: each row is a list in their order, or an object with their keys. */
function readDescribed(value: Readonly<{ [key: string]: Json }>): readonly Row[] | undefined {
  const lists = Object.values(value).filter(isList)
  for (const names of lists) {
    const columns = names.map(readColumn)
    if (columns.length < 2 || columns.some((column) => column === undefined)) continue
    const known = columns as readonly NonNullable<ReturnType<typeof readColumn>>[]
    const keys = new Set(known.map(({ key }) => key))
    const isRow = (row: Json): boolean =>
      isList(row) ? row.length === known.length : isObject(row) && Object.keys(row).every((key) => keys.has(key))
    const found = lists.find((list) => list !== names && list.length > 0 && list.every(isRow))
    if (found === undefined) continue
    return found.map((row) =>
      Object.fromEntries(
        known.flatMap(({ key, head }, i): [string, Cell][] => {
          const cell = isList(row) ? row[i] : (row as Readonly<{ [key: string]: Json }>)[key]
          return cell === undefined || !isPlain(cell) ? [] : [[head, toCell(cell as string | number | boolean | null)]]
        }),
      ),
    )
  }
  return undefined
}

/** An object of lists that are as long as each other: its columns, also those in an object beside the times. */
function readParallel(value: Readonly<{ [key: string]: Json }>): readonly Row[] | undefined {
  const columns = Object.entries(value).flatMap(([key, one]): (readonly [string, Json])[] =>
    isObject(one) ? Object.entries(one) : [[key, one]],
  )
  const lists = columns.flatMap(([key, list]): (readonly [string, readonly Plain[]])[] =>
    isList(list) && list.length > 1 && list.every(isPlain) ? [[key, list as readonly Plain[]]] : [],
  )
  const [first] = lists
  if (first === undefined || lists.length < 2 || lists.some(([, list]) => list.length !== first[1].length))
    return undefined
  return first[1].map((_, i) =>
    Object.fromEntries(lists.map(([key, list]) => [key.slice(0, importLimits.cellLength), toCell(list[i] ?? null)])),
  )
}

/** A column by its name alone, or with its key and its unit. */
function readColumn(value: Json): Readonly<{ key: string; head: string }> | undefined {
  if (typeof value === 'string') return { key: value, head: value.slice(0, importLimits.cellLength) }
  if (!isObject(value)) return undefined
  const pick = (...names: readonly string[]): string | undefined =>
    names.map((name) => value[name]).find((text): text is string => typeof text === 'string' && text !== '')
  const key = pick('id', 'key', 'field', 'name')
  if (key === undefined) return undefined
  const [name, unit] = [pick('name', 'label', 'title', 'text') ?? key, pick('unit', 'units')]
  return { key, head: (unit === undefined ? name : `${name} (${unit})`).slice(0, importLimits.cellLength) }
}

const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null
const numbered = (list: readonly Json[]) => list.map((one, i) => [`#${i + 1}`, one] as const)

/** Whether there are rows inside of it: then it is none itself. */
const holdsTable = (value: Json): boolean =>
  isObject(value) &&
  Object.values(value).some((item) => isList(item) && item.some((part) => isObject(part) || isList(part)))

/** The values of an object, and those inside of it under `outer.inner`. */
function flatten(value: Readonly<{ [key: string]: Json }>, prefix: string): Row {
  const row: Record<string, Cell> = {}
  for (const [key, one] of Object.entries(value)) {
    const name = prefix === '' ? key : `${prefix}.${key}`
    if (isPlain(one)) row[name.slice(0, importLimits.cellLength)] = toCell(one as string | number | boolean | null)
    else if (isObject(one) && prefix.split('.').length < DEEPEST_NAME) Object.assign(row, flatten(one, name))
  }
  return row
}

const toCell = (value: string | number | boolean | null): Cell =>
  value === null ? '' : typeof value === 'number' ? value : String(value).trim().slice(0, importLimits.cellLength)

function push(rows: Row[], row: Row): void {
  if (rows.length > importLimits.rows) throw unreadable('tooManyRows')
  rows.push(row)
}
