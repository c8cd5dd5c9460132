import { endpoints } from '@heliograph/contract/calls.ts'

/** The data centers of the specification. */
const prefix = /^\/mdc-(?:cn|eu)(?=\/)/
/** Route groups end in "-s"; all other paths are the server's own. */
const api =
  /^\/(?:[a-z0-9-]+-s|mdc-(?:cn|eu)|api\/v2\/write|api\/prometheus|write|(?:account|station|device)\/v1\.0|openapi\.json|api-docs|healthz|readyz|metrics|\.well-known)(?:[/?#]|$)/

export const isApiPath = (url: string): boolean => api.test(url)

/** Removes the data center from `/mdc-eu/maintain-s/...`. Only calls have one: `/mdc-eu/plant` is not a page. */
export function stripDataCenter(url: string): string {
  const rest = url.replace(prefix, '')
  return rest !== url && isApiPath(rest) ? rest : url
}

export type CallPath = Readonly<{ method: 'GET' | 'POST' | 'DELETE'; path: string }>

/** Splits `GET /maintain-s/station/{id}` into method and path. */
export function parseCallName(name: string): CallPath {
  const [method, path] = name.split(' ')
  if ((method !== 'GET' && method !== 'POST' && method !== 'DELETE') || path === undefined || !path.startsWith('/'))
    throw new Error(`Not a call: ${name}`)
  return { method, path }
}

/** Converts `/station/{id}` to Fastify's `/station/:id`. */
export const toRoutePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const patterns = Object.keys(endpoints).map((name) => {
  const { method, path } = parseCallName(name)
  return { method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }
})

/** The methods of a path; empty for an unknown path. */
export const methodsOf = (pathname: string): readonly string[] => [
  ...new Set(patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method)),
]
