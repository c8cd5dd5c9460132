/** Texts and numbers of every request have bounds: none is kept that the database cannot keep. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { namedEndpoints } from './calls.ts'

type Check = Readonly<{ _zod: { def: { check: string; inclusive?: boolean; value?: unknown } } }>
const checksOf = (schema: z.ZodType): readonly Check[] => (schema.def as { checks?: readonly Check[] }).checks ?? []

function findOpenNumber(schema: z.ZodNumber, path: string): string[] {
  const { minValue, maxValue } = schema
  const isBounded = (minValue ?? -Infinity) > -1e31 && (maxValue ?? Infinity) < 1e31
  const aboveZero = checksOf(schema).some(
    ({ _zod: { def } }) => def.check === 'greater_than' && def.inclusive === false,
  )
  const isWhole = schema.format !== null
  return [
    ...(isBounded ? [] : [`${path}: no bounds`]),
    ...(aboveZero && !isWhole ? [`${path}: no smallest value`] : []),
  ]
}

function findOpenText(schema: z.ZodString, path: string): string[] {
  const shapes = ['string_format', 'max_length', 'length_equals']
  return checksOf(schema).some(({ _zod: { def } }) => shapes.includes(def.check)) ? [] : [`${path}: no longest text`]
}

function findOpen(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodNumber) return findOpenNumber(schema, path)
  if (schema instanceof z.ZodString) return findOpenText(schema, path)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, unknown>).flatMap(([name, part]) =>
      findOpen(part, `${path}.${name}`),
    )
  if (schema instanceof z.ZodArray) return findOpen(schema.element, `${path}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => findOpen(option, path))
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((item) => findOpen(item, path))
  if (schema instanceof z.ZodRecord)
    return [schema.keyType, schema.valueType].flatMap((item) => findOpen(item, `${path}{}`))
  if (schema instanceof z.ZodPipe) return findOpen(schema.in, path)
  const { innerType } = ((schema as z.ZodType | undefined)?.def as { innerType?: unknown } | undefined) ?? {}
  return innerType === undefined ? [] : findOpen(innerType, path)
}

it('has bounds for all of them', () => {
  const planted = z.object({ a: z.array(z.number().positive()).optional(), b: z.string().trim() })
  expect(findOpen(planted, 'body')).toEqual([
    'body.a[]: no bounds',
    'body.a[]: no smallest value',
    'body.b: no longest text',
  ])
  const open = namedEndpoints.flatMap(([name, { right, params, query, body }]) =>
    // A data center sends rows of any table; they are checked against its columns.
    [params, query, body]
      .flatMap((part) => findOpen(part, name))
      .filter((text) => right.kind !== 'peer' || !text.includes('{}')),
  )
  // What a browser's authenticator says is read by the library of passkeys.
  expect(open.filter((text) => !text.includes('passkey.response{}'))).toEqual([])
})
