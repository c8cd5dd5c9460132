import { decodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { decodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { goldenVectors, soundFrame } from '@heliograph/wires/testing/golden.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRegisterMap, profiles } from '../../catalog/registry.ts'
import { readFrom } from '../modbus/replies.ts'
import { decodeRegister, isNumberType } from './decode-item.ts'
import { encodeRegister } from './encode-item.ts'
import { wordsOf } from './number-words.ts'
import { planItems } from './plan-items.ts'
import type { RegisterItem, RegisterMap } from './register-map.ts'

const maps = [...new Set(profiles.flatMap(({ id }) => findRegisterMap(id) ?? []))]
const mapNamed = (id: string): RegisterMap => {
  const map = maps.find((entry) => entry.id === id)
  if (!map) throw new Error(id)
  return map
}
const item = (more: Partial<RegisterItem>): RegisterItem => ({
  id: 'x',
  label: 'X',
  group: 'g',
  function: 3,
  registers: [10],
  type: 'u16',
  ...more,
})
const from = (fn: 3 | 4, address: number, words: readonly number[]) =>
  readFrom([{ block: { function: fn, address, count: words.length }, words }])
const read = (item: RegisterItem, ...words: number[]) => decodeRegister(item, from(3, 10, words))

describe('register maps', () => {
  it('knows the registers of every profile', () => {
    expect(profiles.filter(({ id }) => !findRegisterMap(id)).map(({ id }) => id)).toEqual([])
  })

  it.each(maps.map((map) => [map.id, map] as const))('%s is sound', (_, { items, maxRegisters, license, source }) => {
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect([license, source]).toEqual(['MIT', expect.stringContaining('@')])
    expect(maxRegisters).toBeLessThanOrEqual(125)
    for (const { registers, type, function: fn, write, id } of items) {
      expect(registers.every((register) => Number.isInteger(register) && register >= 0 && register < 0x10000)).toBe(
        true,
      )
      if (isNumberType(type) && registers.length > 0) expect([id, registers.length]).toEqual([id, wordsOf(type)])
      // Only holding registers are written.
      if (write) expect(fn).toBe(3)
    }
  })

  it('never offers a setting of grid protection', () => {
    const writable = maps.flatMap(({ items }) => items.filter(({ write }) => write)).map(({ id }) => id)
    expect(writable.length).toBeGreaterThan(15)
    expect(writable.filter((id) => /limit$|frequency|voltage|island|riso|gfdi|eeprom|self-check/.test(id))).toEqual([])
  })

  it('shows what it writes', () => {
    const writable = maps.flatMap(({ items }) => items.filter(({ write }) => write?.control === 'number'))
    fc.assert(
      fc.property(fc.constantFrom(...writable), fc.double({ min: 0, max: 1, noNaN: true }), (entry, at) => {
        const { min = 0, max = 100, step = entry.scale ?? 1 } = entry.write ?? {}
        const coarse = Math.max(step, entry.scale ?? 1)
        const value = Math.round((Math.max(min, 0) + at * (Math.min(max, 30_000) - Math.max(min, 0))) / coarse) * coarse
        let words: readonly number[]
        try {
          words = encodeRegister(entry, value)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
          return
        }
        const first = Math.min(...entry.registers)
        const inOrder = [...entry.registers].sort((a, b) => a - b).map((at) => words[entry.registers.indexOf(at)] ?? 0)
        const shown = decodeRegister(entry, from(3, first, inOrder))
        expect(shown).toBeCloseTo(value, 6)
      }),
    )
  })
})

describe('a register', () => {
  it('reads a real reply of a Sofar string inverter', () => {
    const reply = goldenVectors('wires/src/solarman-v5/fixtures/local.json').find(({ id }) => /drz-response/.test(id))
    const local = decodeLocalReply(soundFrame(reply?.hex ?? ''))
    if (!local || !('rtu' in local)) throw new Error('no reply')
    const answer = decodeReadReply(local.rtu)
    if (answer.kind !== 'words') throw new Error(answer.kind)
    const value = (id: string) => {
      const one = mapNamed('sofar-string').items.find((some) => some.id === id)
      return one && decodeRegister(one, from(3, 0, answer.words))
    }
    expect([value('pv1-voltage'), value('pv1-current'), value('today-production')]).toEqual([387.4, 6.37, 23.55])
  })

  it('reads signs, two words, scales, masks, texts and what is no value', () => {
    expect(read(item({ type: 's16', scale: 0.1 }), 0xfff6)).toBe(-1)
    expect(read(item({ type: 'u32', registers: [10, 11] }), 0x0001, 0x0002)).toBe(0x20001)
    expect(read(item({ type: 's32', registers: [10, 11] }), 0xffff, 0xffff)).toBe(-1)
    expect(read(item({ offset: 1000, scale: 0.001 }), 1950)).toBe(0.95)
    expect(read(item({ mask: 0xf0, divide: 16 }), 0xabcd)).toBe(12)
    expect(read(item({ type: 'ascii', registers: [10, 11] }), 0x4142, 0x4300)).toBe('ABC')
    expect(read(item({ invalid: [0xffff] }), 0xffff)).toBeNull()
    expect(read(item({ rawRange: { min: 0, max: 90 } }), 91)).toBeNull()
    expect(read(item({ negate: true }), 5)).toBe(-5)
    expect(read(item({ registers: [99] }), 1)).toBeUndefined()
  })

  it('refuses what does not fit: bounds, steps, codes, digits, no number', () => {
    const number = item({ scale: 0.1, write: { control: 'number', min: 0, max: 100, step: 0.5 } })
    expect(encodeRegister(number, 12.5)).toEqual([125])
    for (const value of [-1, 100.5, 12.3, 12.54, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => encodeRegister(number, value)).toThrow(RangeError)
    const select = item({ lookup: { '0': 'Off', '2': 'On' }, write: { control: 'select' } })
    expect(encodeRegister(select, 2)).toEqual([2])
    expect(() => encodeRegister(select, 1)).toThrow(RangeError)
    const onOff = item({ write: { control: 'switch', on: 1, off: 2 } })
    expect([encodeRegister(onOff, 1), encodeRegister(onOff, 2)]).toEqual([[1], [2]])
    expect(() => encodeRegister(onOff, 0)).toThrow(RangeError)
    expect(() => encodeRegister(item({}), 1)).toThrow(RangeError)
  })
})

describe('requests for registers', () => {
  it('bring each number of a map in one piece, within the bounds of the map', () => {
    for (const map of maps) {
      const blocks = planItems(map.items, { unit: 1, ...map })
      for (const one of map.items) {
        const isWhole = blocks.some(
          ({ function: fn, address, count }) =>
            fn === one.function && one.registers.every((at) => at >= address && at < address + count),
        )
        expect([one.id, isWhole]).toEqual([one.id, true])
      }
      expect(Math.max(...blocks.map(({ count }) => count))).toBeLessThanOrEqual(map.maxRegisters)
    }
  })
})
