/** A call's method and its path with all parameters filled in. */
export type Target = Readonly<{ method: string; path: string }>

type Values = Readonly<Record<string, unknown>>

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** `?a=1&b=2&b=3`; absent values are left out, lists repeat their name. */
export function toQuery(query: Values | undefined): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (!isAbsent(one)) search.append(key, String(one))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * `POST /a/{id}/b` with `{ id: 7 }` to `POST` and `/a/7/b`.
 * @throws RangeError when a path parameter has no value: such a request would reach another call
 */
export function toTarget(name: string, params?: Values, query?: Values): Target {
  const space = name.indexOf(' ')
  const path = name.slice(space + 1).replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params?.[key]
    if (isAbsent(value)) throw new RangeError(`${name} needs ${key}`)
    return encodeURIComponent(String(value))
  })
  return { method: name.slice(0, space), path: `${path}${toQuery(query)}` }
}
