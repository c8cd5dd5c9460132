import { isFields, parseBoundedJson } from '@heliograph/wires/json/bounded-json.ts'
import { toNumber } from './message.ts'

/** A value_template of Home Assistant. It is read, never run. */
export type Template = string

const MOST_CHARS = 64 * 1024
const PATH = String.raw`value(?:_json(?:\.[A-Za-z_]\w{0,60}|\[['"][^'"\]]{1,60}['"]\]|\[\d{1,3}\]){0,8})?`
const STEP = String.raw`\s*\|\s*(?:float|int|round)(?:\(\s*-?\d{0,6}(?:\.\d{1,6})?\s*(?:,\s*[^)]{0,20})?\))?`
const FACTOR = String.raw`\s*([*/])\s*(-?\d{1,9}(?:\.\d{1,9})?(?:[eE]-?\d)?)`
/** A value that is missing stays missing, whatever stands for it. */
const IF_DEFINED = String.raw`(?:\s+if\s+\1\s+is\s+defined\s+else\s+[\w.'"-]{1,20})?`
const known = new RegExp(
  String.raw`^\s*\{\{-?\s*\(?\s*(${PATH})((?:${STEP})*)\s*\)?(?:${FACTOR})?\s*\)?((?:${STEP})*)${IF_DEFINED}\s*-?\}\}\s*$`,
)
/** Outside quoted text: the payload is not yet the value. */
const calculates = /[*/+%]|-\s*\d|\b(?:multiply|divide|add|subtract)\b/
const quoted = /'[^']*'|"[^"]*"/g

/**
 * The number that a template takes from a payload: `value`, `value_json.a['b']`, with float, int, round and one factor. Of
 * any other template that calculates nothing the payload itself counts if it is a number. undefined: there is none.
 */
export function readTemplate(template: Template | undefined, payload: string): number | undefined {
  const found = template === undefined || template.length > 500 ? null : known.exec(template)
  if (found === null) {
    const isCalculated = template?.includes('value_json') || calculates.test((template ?? '').replace(quoted, ''))
    return isCalculated ? undefined : toNumber(payload)
  }
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
  for (const [, name, inQuotes, index] of path.matchAll(/\.([A-Za-z_]\w*)|\[['"]([^'"]+)['"]\]|\[(\d+)\]/g)) {
    if (index !== undefined) found = Array.isArray(found) ? (found as unknown[])[Number(index)] : undefined
    else {
      const key = name ?? inQuotes ?? ''
      found = isFields(found) && Object.hasOwn(found, key) ? found[key] : undefined
    }
  }
  return found
}
