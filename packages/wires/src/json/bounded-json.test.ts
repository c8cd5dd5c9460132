import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEEPEST_JSON, parseBoundedJson } from './bounded-json.ts'

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

describe('JSON of a device', () => {
  it('is parsed up to its length and its depth', () => {
    expect(parseBoundedJson(nested(DEEPEST_JSON), 1_000)).toBeDefined()
    expect(parseBoundedJson(nested(DEEPEST_JSON + 1), 1_000)).toBeUndefined()
    expect(parseBoundedJson(nested(100_000), 1_000_000)).toBeUndefined()
    expect(parseBoundedJson('{"a":"x"}', 8)).toBeUndefined()
    expect(parseBoundedJson('{"a":', 100)).toBeUndefined()
    expect(parseBoundedJson('\ufeff{"a":1}', 100)).toEqual({ a: 1 })
    const inText = JSON.stringify(`${'['.repeat(20)}"${'['.repeat(20)}`)
    expect(parseBoundedJson(inText, 100)).toBe(JSON.parse(inText))
  })

  it('of any kind is the same as without the limits', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        expect(parseBoundedJson(text, 1e6)).toEqual(JSON.parse(text))
      }),
    )
  })
})
