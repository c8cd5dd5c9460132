type Item = string | null | undefined

const NEEDS_ESCAPE = /["\\]/
const ESCAPED = /["\\]/g

/** A `text[]` or `jsonb[]` parameter: the driver escapes element by element, twice each, whatever they hold. */
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
