import { type CallName, endpoints } from '@heliograph/contract/calls.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export type CallParts = Readonly<{
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | readonly string[]>>
  body?: unknown
}>

/** Fills the places of `GET /station/{id}`. */
export function toUrl(name: string, { params = {}, query = {} }: CallParts): string {
  const path = (name.split(' ')[1] ?? '').replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  )
  const pairs = Object.entries(query).flatMap(([key, values]) => [values].flat().map((value) => [key, value as string]))
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

/** Makes a call by its contract name. @param written the name with a prefix in its path */
export function inject(
  app: FastifyInstance,
  name: CallName,
  parts: CallParts = {},
  headers: Readonly<Record<string, string>> = {},
  written: string = name,
): Promise<LightMyRequestResponse> {
  const entry = endpoints[name]
  const [method] = name.split(' ') as ['GET' | 'POST' | 'DELETE']
  const request = { method, url: toUrl(written, parts), headers }
  if (parts.body === undefined) return app.inject(request)
  if (!entry.form) return app.inject({ ...request, payload: parts.body as object })
  return app.inject({
    ...request,
    payload: new URLSearchParams(parts.body as Record<string, string>).toString(),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  })
}
