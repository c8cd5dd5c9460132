import { isFields, parseBoundedJson } from '@heliograph/wires/json/bounded-json.ts'
import { toNumber } from './message.ts'

/** A value_template of Home Assistant. It is read, never run. */
export type Template = string

const MOST_CHARS = 64 * 1024
const PATH = String.raw`value(?:_json(?:\.[A-Za-z_]\w{0,60}|\[['"][^'"\]]{1,60}['"]\]|\[\d{1,3}\]){0,8})?`
const STEP = String.raw`\s*\|\s*(?:float|int|round)(?:\(\s*-?\d{0,6}(?:\.\d{1,6})?\s*(?:,\s*[^)]{0,20})?\))?`
const FACTOR = String.raw`\s*([*/])\s*(-?\d{1,9}(?:\.\d{1,9})?(?:[eE]-?\d)?)`
const known = new RegExp(
  String.raw`^\s*\{\{-?\s*\(?\s*(${PATH})((?:${STEP})*)\s*\)?(?:${FACTOR})?((?:${STEP})*)\s*-?\}\}\s*$`,
)

/**
 * The number that a template takes from a payload: `value`, `value_json.a['b']`, with float, int, round and one factor. Of
 * any other template the payload itself counts if it is a number. undefined: there is none.
 */
export function readTemplate(template: Template | undefined, payload: string): number | undefined {
  const found = template === undefined || template.length > 500 ? null : known.exec(template)
  if (found === null) return template === undefined || !template.includes('value_json') ? toNumber(payload) : undefined
  const [, path = '', , operator, factor] = found
  const raw = path === 'value' ? payload : findIn(parseBoundedJson(payload, MOST_CHARS), path)
  const value = typeof raw === 'string' ? toNumber(raw) : raw
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  if (operator === undefined || factor === undefined) return value
  const scaled = operator === '*' ? value * Number(factor) : value / Number(factor)
  return Number.isFinite(scaled) ? Number(scaled.toPrecision(15)) : undefined
}

function findIn(body: unknown, path: string): unknown {
  let found = body
  for (const [, name, quoted, index] of path.matchAll(/\.([A-Za-z_]\w*)|\[['"]([^'"]+)['"]\]|\[(\d+)\]/g)) {
    if (index !== undefined) found = Array.isArray(found) ? (found as unknown[])[Number(index)] : undefined
    else {
      const key = name ?? quoted ?? ''
      found = isFields(found) && Object.hasOwn(found, key) ? found[key] : undefined
    }
  }
  return found
}
