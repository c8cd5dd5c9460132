import { describe, expect, it } from 'vitest'
import { readDump } from './read-dump.ts'

const usual = { function: 3, base: 10, unit: 1 } as const
const blocksOf = (text: string, options: Partial<typeof usual | { base: 10 | 16 }> = {}) =>
  readDump(text, { ...usual, ...options }).map(({ block, words }) => [block.function, block.address, ...words])

describe('a dump of registers', () => {
  it.each<[string, string]>([
    ['lines with a colon', '40000: 21365 28243\n40002: 1'],
    ['lines with blanks and comments', '# SunSpec\n40000  21365, 28243 // SunS\n\n40002 = 1'],
    ['hexadecimal with 0x', '0x9C40: 0x5375 0x6e53 0x0001'],
    ['the function before the address', '3 40000: 21365 28243 1'],
    ['words by address', '{"40000": 21365, "40001": "0x6e53", "40002": 1}'],
    ['blocks', '[{"function":3,"address":40000,"words":[21365,28243]},{"address":40002,"words":["1"]}]'],
  ])('is read as %s', (_, text) => expect(blocksOf(text)).toEqual([[3, 40_000, 21_365, 28_243, 1]]))

  it('parts functions and holes, and knows negative words', () =>
    expect(blocksOf('4 10: 1 2\n3 10: -1\n3 12: -32768')).toEqual([
      [3, 10, 0xffff],
      [3, 12, 0x8000],
      [4, 10, 1, 2],
    ]))

  it('takes words without 0x as hexadecimal on demand', () => {
    expect(blocksOf('100: 00ff 5375', { base: 16 })).toEqual([[3, 100, 255, 0x5375]])
    expect(() => blocksOf('100: 00ff')).toThrow('line 1')
  })

  it.each<[string, string]>([
    ['a word too large', '10: 70000'],
    ['an address too large', '65535: 1 2'],
    ['another function', '6 10: 1'],
    ['text', '10: hello'],
    ['JSON that is cut off', '{"10": 1'],
    ['JSON of words alone', '[1, 2, 3]'],
    ['a prototype', '{"__proto__x": 1}'],
    ['nothing', '# only a comment'],
  ])('is refused: %s', (_, text) => expect(() => blocksOf(text)).toThrow(RangeError))

  it('has an end', () => {
    const words = Array.from({ length: 10_001 }, (_, index) => `${index}: 1`).join('\n')
    expect(() => blocksOf(words)).toThrow('too many')
  })
})
