/**
 * Places in replies, as profiles name them: `flow.Body.Data.Site.P_PV`, `production[type=eim,activeCount!=0].wNow`,
 * `list.inverters.*.serial`. The first part names a reply. `*` is every entry; brackets keep the entries whose fields
 * are as stated; a value that begins with @ stands at another place.
 */
export type Root = Readonly<Record<string, unknown>>

/** Of one place: more than these come from no device. */
const MOST_FOUND = 500

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** Every value at a place, in order; empty where there is none. */
export function findAll(root: Root, path: string): readonly unknown[] {
  let found: readonly unknown[] = [root]
  for (const step of parsePath(path)) {
    const next = found.flatMap((value) => take(root, value, step))
    found = next.slice(0, MOST_FOUND)
  }
  return found.filter((value) => value !== undefined)
}

/** The first value at the first place that has one. */
export function findFirst(root: Root, paths: string | readonly string[]): unknown {
  for (const path of typeof paths === 'string' ? [paths] : paths)
    for (const value of findAll(root, path)) if (value !== null) return value
  return undefined
}

/** `place=value`, `place!=value`, a place that must exist, or with `!` before it one that must not. */
export function holds(root: Root, condition: string): boolean {
  if (condition.startsWith('!')) return !holds(root, condition.slice(1))
  const [, place, not, expected] = /^(.*?[^!=\]])(!)?=([^=\]]*)$/.exec(condition) ?? []
  if (place === undefined || expected === undefined) return findFirst(root, condition) !== undefined
  const found = findFirst(root, place)
  return (found !== undefined && String(found) === expected) !== (not === '!')
}

/** A number, also as text with a point or a comma. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,18}([.,]\d{1,12})?\s*$/.test(value)) return undefined
  return Number(value.trim().replace(',', '.'))
}

type Step = Readonly<{ name: string }> | Readonly<{ tests: readonly Test[] }>
type Test = Readonly<{ field: string; isEqual: boolean; expected: string }>

function take(root: Root, value: unknown, step: Step): readonly unknown[] {
  if ('name' in step) {
    if (step.name !== '*') return [fieldOf(value, step.name)]
    return isObject(value) ? Object.values(value) : []
  }
  const entries = Array.isArray(value) ? (value as unknown[]) : [value]
  return entries.filter((entry) =>
    step.tests.every(({ field, isEqual, expected }) => {
      const wanted = expected.startsWith('@') ? String(findFirst(root, expected.slice(1))) : expected
      const found = fieldOf(entry, field)
      return (found !== undefined && String(found) === wanted) === isEqual
    }),
  )
}

const known = new Map<string, readonly Step[]>()

/** Paths come from profiles only, so there are few. */
function parsePath(path: string): readonly Step[] {
  const before = known.get(path)
  if (before) return before
  const steps: Step[] = []
  let name = ''
  for (let at = 0; at < path.length; at += 1) {
    const mark = path[at]
    if (mark === '.') {
      if (name !== '') steps.push({ name })
      name = ''
    } else if (mark === '[') {
      if (name !== '') steps.push({ name })
      name = ''
      let depth = 1
      const from = at + 1
      for (at += 1; depth > 0 && at < path.length; at += 1) depth += path[at] === '[' ? 1 : path[at] === ']' ? -1 : 0
      at -= 1
      steps.push({ tests: parseTests(path.slice(from, at)) })
    } else name += mark
  }
  if (name !== '') steps.push({ name })
  known.set(path, steps)
  return steps
}

/** `type=eim,activeCount!=0`: a comma within inner brackets belongs to the inner place. */
function parseTests(text: string): readonly Test[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '[') depth += 1
    else if (text[at] === ']') depth -= 1
    else if (at === text.length || (text[at] === ',' && depth === 0)) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return parts.map((part) => {
    const [, field = '', not, expected = ''] = /^([^=!]+)(!?)=(.*)$/.exec(part) ?? []
    return { field, isEqual: not !== '!', expected }
  })
}
