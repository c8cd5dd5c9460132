import { calls } from '@heliograph/contract/calls.ts'

/** Data centres of the specification; one installation answers for both. */
const prefix = /^\/mdc-(?:cn|eu)(?=\/)/
/** Families end in "-s"; the rest are the server's own addresses. */
const api = /^\/(?:[a-z0-9-]+-s|mdc-(?:cn|eu)|openapi\.json|api-docs|healthz|readyz)(?:[/?#]|$)/

export const isApiPath = (url: string): boolean => api.test(url)

/** `/mdc-eu/maintain-s/...` without its data centre. Only calls have one, so that `/mdc-eu/plant` is not the page. */
export function stripDataCentre(url: string): string {
  const rest = url.replace(prefix, '')
  return rest !== url && isApiPath(rest) ? rest : url
}

export type CallPath = Readonly<{ method: 'GET' | 'POST' | 'DELETE'; path: string }>

/** `GET /maintain-s/station/{id}` taken apart. */
export function parseCallName(name: string): CallPath {
  const [method, path] = name.split(' ')
  if ((method !== 'GET' && method !== 'POST' && method !== 'DELETE') || path === undefined || !path.startsWith('/'))
    throw new Error(`Not a call: ${name}`)
  return { method, path }
}

/** `/station/{id}` as Fastify writes it: `/station/:id`. */
export const toRoutePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const patterns = Object.keys(calls).map((name) => {
  const { method, path } = parseCallName(name)
  return { method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }
})

/** The methods with which a path can be called; none when nobody knows the path. */
export const methodsOf = (pathname: string): readonly string[] => [
  ...new Set(patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method)),
]
