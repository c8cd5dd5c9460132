import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeRegister } from './decode-item.ts'
import { isBlank, type NumberType, numberTypes, readNumber, wordsOf, writeNumber } from './number-words.ts'
import type { RegisterItem } from './register-map.ts'
import { matchesTags, resolveItems } from './resolve-items.ts'

const item = (more: Partial<RegisterItem>): RegisterItem => ({
  id: 'x',
  label: 'X',
  group: 'g',
  function: 3,
  registers: [10],
  type: 'u16',
  ...more,
})
const show = (more: Partial<RegisterItem>, ...words: number[]) => {
  const registers = words.map((_, at) => 10 + at)
  return decodeRegister(item({ registers, ...more }), (_, asked) => asked.map((at) => words[at - 10] ?? 0))
}

it.each([...numberTypes])('%s reads what it writes', (type) => {
  const bits = Math.min(wordsOf(type) * 16, 53)
  const [low, high] = type[0] === 's' ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1]
  const numbers = type[0] === 'f' ? fc.float({ noNaN: true, noDefaultInfinity: true }) : fc.maxSafeInteger()
  fc.assert(
    fc.property(numbers, (any) => {
      const value = type[0] === 'f' ? any : Math.min(Math.max(any % (high + 1), low), high)
      expect(readNumber(type, writeNumber(type, value)) + 0).toBe(value + 0)
    }),
  )
})

it('has amounts with a sign, and takes words in the order of the registers', () => {
  expect(readNumber('s16', [0x8005], true)).toBe(-5)
  expect(writeNumber('s16', -5, true)).toEqual([0x8005])
  expect(show({ type: 'u32', registers: [11, 10] }, 0x0001, 0x0002)).toBe(0x10002)
  expect(show({ type: 'u32', registers: [10, 11] }, 0x0001, 0x0002)).toBe(0x20001)
  expect(show({ type: 'f32', registers: [11, 10], scale: 0.1 }, 0x4515, 0x0000)).toBeCloseTo(238.4, 3)
  expect(show({ type: 'u64', scale: 0.01 }, 0xe240, 1, 0, 0)).toBe(1234.56 + 0)
})

it('knows "no value" of each type, also 0x8000 in an unsigned register', () => {
  const blank: readonly (readonly [NumberType, readonly number[]])[] = [
    ['u16', [0xffff]],
    ['u16', [0x8000]],
    ['s16', [0x8000]],
    ['u32', [0xffff, 0xffff]],
    ['u32', [0, 0x8000]],
    ['s32', [0, 0x8000]],
    ['u64', [0xffff, 0xffff, 0xffff, 0xffff]],
    ['s64', [0, 0, 0, 0x8000]],
    ['f32', [0, 0x7fc0]],
    ['f32', [0, 0x7f80]],
  ]
  for (const [type, words] of blank) expect([type, words, isBlank(type, words)]).toEqual([type, words, true])
  expect([isBlank('s16', [0xffff]), isBlank('s32', [0xffff, 0xffff]), isBlank('u16', [0x7fff])]).toEqual([
    false,
    false,
    false,
  ])
})

it('reads bits, versions, times, masks, bounds and sums', () => {
  expect(show({ type: 'bits' }, 0x12, 0xffff)).toBe('0x0012 0xFFFF')
  expect(show({ type: 'version', version: { radix: 10, digitSeparator: '.' } }, 0x1234)).toBe('1.2.3.4')
  expect(show({ type: 'datetime', datetime: 'packed-bytes' }, 0x1a0b, 0x1c16, 0x1e05)).toBe('2026-11-28 22:30:05')
  expect(show({ type: 'datetime', datetime: 'one-per-word' }, 26, 13, 1, 0, 0, 0)).toBeNull()
  expect(show({ type: 'timeofday', timeofday: { split: 100, digits: 'dec' } }, 730)).toBe('07:30')
  expect(show({ bit: 3 }, 0x0008)).toBe(1)
  expect(show({ signMagnitude: true, type: 's16' }, 0x800a)).toBe(-10)
  expect(show({ valid: { min: 0, max: 100 } }, 101)).toBeNull()
  expect(show({ rawRange: { max: 90, else: 7 } }, 91)).toBe(7)
  const power = {
    op: '+',
    registers: [10],
    type: 'u16',
    scale: 0.1,
    times: { registers: [11], type: 'u16', scale: 0.1 },
  } as const
  expect(show({ type: 'computed', registers: [], computed: [power] }, 3300, 51)).toBe(1683)
  expect(show({ type: 'computed', registers: [], computed: [{ op: '/', registers: [10], type: 'u16' }] }, 0)).toBeNull()
})

it('has the items of a form: variants, parts and tags', () => {
  const items = [
    item({ id: 'a', variants: [{}, { scale: 10 }, { absent: true }] }),
    item({ id: 'b', scale: 5, variants: [{ scale: null }] }),
    item({ id: 'c', needs: { packs: 1 } }),
    item({ id: 'd', models: 'HYBRID & !GEN5 | X3' }),
  ]
  const ids = (form: Parameters<typeof resolveItems>[1]) => resolveItems({ items }, form).map(({ id }) => id)
  expect(ids({})).toEqual(['a', 'b', 'd'])
  expect(ids({ variant: 2, packs: 1 })).toEqual(['b', 'c', 'd'])
  expect(ids({ tags: ['HYBRID', 'GEN5'] })).toEqual(['a', 'b'])
  const [, b] = resolveItems({ items }, { variant: 9 })
  expect(b?.scale).toBeUndefined()
  expect(matchesTags('HYBRID & !GEN5 | X3', ['HYBRID'])).toBe(true)
  expect(matchesTags('(A | B) & C', ['B', 'C'])).toBe(true)
  expect(matchesTags('(A | ', ['A'])).toBe(false)
})
