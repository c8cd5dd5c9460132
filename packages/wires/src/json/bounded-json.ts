/** Limits of what a device may send as JSON. */
export const DEEPEST_JSON = 12

const BYTE_ORDER_MARK = '\ufeff'

/** An object of parsed JSON. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a parsed value is an object with names. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A parsed JSON text; undefined when it is longer, deeper or no JSON. Never throws. */
export function parseBoundedJson(text: string, mostChars: number): unknown {
  if (text.length > mostChars || depthOf(text) > DEEPEST_JSON) return undefined
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) as unknown
  } catch {
    return undefined
  }
}

/** The deepest nesting of brackets outside strings. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    } else if (mark === '{' || mark === '[') deepest = Math.max(deepest, ++depth)
    else if (mark === '}' || mark === ']') depth -= 1
  }
  return deepest
}
