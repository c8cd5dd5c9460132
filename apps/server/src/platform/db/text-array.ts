type Item = string | null | undefined

const NEEDS_ESCAPE = /["\\]/
const ESCAPED = /["\\]/g

/** A `text[]` parameter: the driver escapes element by element, twice each, whatever they hold. */
export function toTextArray<T>(rows: readonly T[], pick: (row: T) => Item): string {
  let text = '{'
  for (let at = 0; at < rows.length; at++) {
    if (at > 0) text += ','
    const item = pick(rows[at] as T)
    if (item === null || item === undefined) text += 'NULL'
    else text += NEEDS_ESCAPE.test(item) ? `"${item.replace(ESCAPED, '\\$&')}"` : `"${item}"`
  }
  return `${text}}`
}

const documentTypes = { text: { oid: 25, head: '' }, jsonb: { oid: 3802, head: '\x01' } } as const
const HEAD_BYTES = 20

/**
 * A `jsonb[]` parameter, or a `text[]` of JSON, in PostgreSQL's binary format (number-array.ts): each of their many quotes would be
 * escaped in a text. A jsonb begins with the version of its format.
 */
export function toDocumentArray<T>(
  type: keyof typeof documentTypes,
  rows: readonly T[],
  pick: (row: T) => Item,
): Buffer {
  const { oid, head } = documentTypes[type]
  const items = rows.map((row) => {
    const item = pick(row)
    return item === null || item === undefined ? null : head + item
  })
  const bytes = items.reduce((sum, item) => sum + 4 + (item === null ? 0 : Buffer.byteLength(item)), HEAD_BYTES)
  const array = Buffer.allocUnsafe(bytes)
  for (const [at, value] of [1, items.includes(null) ? 1 : 0, oid, items.length, 1].entries())
    array.writeInt32BE(value, 4 * at)
  let at = HEAD_BYTES
  for (const item of items) {
    const written = item === null ? -1 : array.write(item, at + 4)
    array.writeInt32BE(written, at)
    at += 4 + Math.max(0, written)
  }
  return array
}

/** A parameter of elements that need no quotes: small numbers, dates, instants in ISO 8601, true and false. */
export function toPlainArray<T>(
  rows: readonly T[],
  pick: (row: T) => string | number | boolean | null | undefined,
): string {
  let text = '{'
  for (let at = 0; at < rows.length; at++) {
    if (at > 0) text += ','
    text += pick(rows[at] as T) ?? 'NULL'
  }
  return `${text}}`
}
