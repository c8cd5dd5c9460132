import { readFileSync } from 'node:fs'
import { roundFloats } from '@heliograph/domain/format/round-floats.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compileReply, toReplySchema } from './reply-schema.ts'

/** Numbers of a JSON text with more digits than anything measures. */
const findDust = (value: unknown, path = ''): string[] => {
  if (typeof value === 'number') return value === Number(value.toPrecision(12)) ? [] : [`${path} ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => findDust(one, `${path}.${key}`))
}

describe('numbers of a reply', () => {
  test.each([
    [38.219877000000004, 38.219877],
    [57.419999999999995, 57.42],
    [0.06141785000000001, 0.06141785],
    [-1996.9880000000003, -1996.988],
    [5.000000000000001e-7, 5e-7],
    [12_345_678.901, 12_345_678.901],
    [52.123456789, 52.123456789],
    [1_781_517_600_000, 1_781_517_600_000],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('%d is written as %d', (options, written) => {
    expect(JSON.parse(roundFloats(JSON.stringify({ a: [options], b: options })))).toEqual({ a: [written], b: written })
  })

  test('texts keep their digits, quoted ones too', () => {
    const texts = ['v 38.219877000000004', '\\" 0.30000000000000004 "', '0.30000000000000004']
    expect(JSON.parse(roundFloats(JSON.stringify([...texts, 0.1 + 0.2])))).toEqual([...texts, 0.3])
  })

  test('are rounded in fields, lists, records, unions and unknown parts', () => {
    const dust = 38.219877000000004
    const schema = z.object({
      field: z.number(),
      list: z.array(z.number()),
      rows: z.array(z.array(z.number().nullable())),
      record: z.record(z.string(), z.number()),
      union: z.union([z.string(), z.number()]),
      unknown: z.unknown(),
    })
    const stringify = compileReply({ method: 'GET', url: '/', schema: toReplySchema(schema) })
    const rows = [[dust, null]]
    const reply = { field: dust, list: Array(5_000).fill(dust), rows, record: { a: dust }, union: dust, unknown: rows }
    expect(findDust(reply).length).toBeGreaterThan(5_000)
    expect(findDust(JSON.parse(stringify(reply)))).toEqual([])
  })

  test('of the recorded examples of all specified calls have no dust', () => {
    const examples: unknown = JSON.parse(readFileSync(new URL('./call-examples.json', import.meta.url), 'utf8'))
    expect(findDust(examples)).toEqual([])
  })

  test('a megabyte is rounded within a moment', () => {
    const json = JSON.stringify(Array.from({ length: 60_000 }, (_, i) => i / 7))
    const startMs = performance.now()
    roundFloats(json)
    expect(performance.now() - startMs).toBeLessThan(1_000)
  })
})
