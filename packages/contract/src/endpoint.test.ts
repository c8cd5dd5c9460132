import { expect, it } from 'vitest'
import { z } from 'zod'
import { type CallName, calls, endpoints, namedEndpoints } from './calls.ts'
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
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => findLoose(option, path, false))
  if (schema instanceof z.ZodPipe) return findLoose(schema.in, path, isOuter)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findLoose(schema.unwrap(), path, false)
  return []
}

it('accepts no unknown field in any part of a request', () => {
  expect(findLoose(z.object({ a: z.array(z.object({ b: z.string() })).optional() }), 'body')).toEqual(['body.a[]'])
  const loose = namedEndpoints.flatMap(([name, { form, right, query, body }]) =>
    form || right.kind === 'peer' ? [] : [...findLoose(query, `${name} query`), ...findLoose(body, `${name} body`)],
  )
  expect(loose).toEqual([])
})

/** Paths of what a request may name a language with, and whether any other word would be taken. */
function findLanguages(schema: unknown, path: string): (readonly [path: string, takesAnyWord: boolean])[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, part]) =>
      /^(?:lan|lang|language|locale)$/i.test(name)
        ? [[`${path}.${name}`, part.safeParse('xx').success || part.safeParse('EN').success]]
        : findLanguages(part, `${path}.${name}`),
    )
  if (schema instanceof z.ZodArray) return findLanguages(schema.element, `${path}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => findLanguages(option, path))
  if (schema instanceof z.ZodIntersection)
    return [...findLanguages(schema.def.left, path), ...findLanguages(schema.def.right, path)]
  if (schema instanceof z.ZodPipe) return findLanguages(schema.in, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findLanguages(schema.unwrap(), path)
  return []
}

it('takes no word for a language but those of the specification', () => {
  const body = z.object({ a: z.array(z.object({ lan: z.string() })) }).and(z.object({ language: z.enum(['en']) }))
  expect(findLanguages(body, 'body')).toEqual([
    ['body.a[].lan', true],
    ['body.language', false],
  ])
  const found = namedEndpoints.flatMap(([name, { right, query, body }]) =>
    right.kind === 'peer' ? [] : [...findLanguages(query, `${name} query`), ...findLanguages(body, `${name} body`)],
  )
  expect(found.length).toBeGreaterThan(35)
  expect(found.flatMap(([path, takesAnyWord]) => (takesAnyWord ? [path] : []))).toEqual([])
})

it("the specification's lists in pages have total and data, one is a bare array", () => {
  const paged = (Object.keys(specified) as CallName[]).filter((name) => {
    const { query } = endpoints[name]
    return query instanceof z.ZodObject && 'page' in query.shape
  })
  const partsOf = ({ reply }: Endpoint) => (reply instanceof z.ZodObject ? Object.keys(reply.shape) : [])
  const others = paged.filter((name) => !['total', 'data'].every((part) => partsOf(calls[name]).includes(part)))
  expect(paged).toHaveLength(12)
  expect(others).toEqual(['GET /maintain-s/fast/device/{id}/device-list'])
})
