import { endpoints } from '@heliograph/contract/calls.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compileReply, toReplySchema } from './reply-schema.ts'

const route = { method: 'GET', url: '/' }

describe('the serializer of a reply', () => {
  test('exists for every call, though it is made with the first reply', () => {
    const entries = Object.values(endpoints).filter(({ stream, blob }) => !stream && !blob)
    expect(entries.length).toBeGreaterThan(100)
    for (const { reply } of entries) {
      const stringify = compileReply({ ...route, schema: toReplySchema(reply) })
      // Some refuse the wrong shape; a schema that cannot be compiled says so in other words.
      try {
        stringify(null)
      } catch (error) {
        expect((error as Error).message).toContain('does not match schema definition')
      }
    }
  })

  test('writes only what the contract names', () => {
    const schema = toReplySchema(z.object({ id: z.number(), name: z.string().nullable() }))
    const stringify = compileReply({ ...route, schema })
    expect(stringify({ id: 1, name: null, secret: 'x' })).toBe('{"id":1,"name":null}')
    expect(stringify({ id: 2, name: 'Barn' })).toBe('{"id":2,"name":"Barn"}')
  })
})
