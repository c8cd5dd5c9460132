import { expect, it } from 'vitest'
import { z } from 'zod'
import { type CallName, calls } from './calls.ts'
import { anyone, type Endpoint, endpoint, onPlant, signedIn } from './endpoint.ts'
import specified from './specified-calls.json' with { type: 'json' }

it('accepts a stream only for a plant or for what a session may see', () => {
  const shared = { summary: 'Live', reply: z.object({}), stream: true } as const
  expect(endpoint({ ...shared, right: onPlant('viewPlantInfo', 'params.id') }).stream).toBe(true)
  expect(endpoint({ ...shared, right: signedIn }).stream).toBe(true)
  // @ts-expect-error nothing is served to everybody
  expect(endpoint({ ...shared, right: anyone }).stream).toBe(true)
})

/** Paths of the objects within a schema that take unknown fields in silence. The server makes the outermost one strict. */
function findLoose(schema: unknown, path: string, isOuter = true): string[] {
  if (schema instanceof z.ZodObject) {
    const own = !isOuter && schema.def.catchall === undefined ? [path] : []
    const parts = Object.entries(schema.shape as Record<string, unknown>)
    return [...own, ...parts.flatMap(([name, part]) => findLoose(part, `${path}.${name}`, false))]
  }
  if (schema instanceof z.ZodArray) return findLoose(schema.element, `${path}[]`, false)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => findLoose(one, path, false))
  if (schema instanceof z.ZodPipe) return findLoose(schema.in, path, isOuter)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findLoose(schema.unwrap(), path, false)
  return []
}

it('accepts no unknown field in any part of a request', () => {
  expect(findLoose(z.object({ a: z.array(z.object({ b: z.string() })).optional() }), 'body')).toEqual(['body.a[]'])
  const loose = Object.entries<Endpoint>(calls).flatMap(([name, { form, right, query, body }]) =>
    form || right.kind === 'peer' ? [] : [...findLoose(query, `${name} query`), ...findLoose(body, `${name} body`)],
  )
  expect(loose).toEqual([])
})

it("the specification's lists in pages have total and data, one is a bare array", () => {
  const paged = (Object.keys(specified) as CallName[]).filter((name) => {
    const { query }: Endpoint = calls[name]
    return query instanceof z.ZodObject && 'page' in query.shape
  })
  const partsOf = ({ reply }: Endpoint) => (reply instanceof z.ZodObject ? Object.keys(reply.shape) : [])
  const others = paged.filter((name) => !['total', 'data'].every((part) => partsOf(calls[name]).includes(part)))
  expect(paged).toHaveLength(12)
  expect(others).toEqual(['GET /maintain-s/fast/device/{id}/device-list'])
})
