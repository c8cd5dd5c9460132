import { expect, it } from 'vitest'
import { decodeRegister, isNumberType } from './decode-item.ts'
import { labMaps } from './lab-maps.ts'
import { describedMaps } from './load-maps.ts'
import { wordsOf } from './number-words.ts'
import { planItems } from './plan-items.ts'
import { resolveItems } from './resolve-items.ts'

const maps = labMaps()
const form = { mppt: 16, phases: 3, packs: 20, strings: 24 }

it('are all that were handed over, none of them assigned', () => {
  expect(maps.length).toBeGreaterThanOrEqual(221)
  expect(new Set(maps.map(({ id }) => id)).size).toBe(maps.length)
  expect(maps.flatMap(({ items }) => items.filter(({ quantity, write }) => quantity ?? write))).toEqual([])
  expect(maps.every(({ isAssigned }) => !isAssigned)).toBe(true)
  const offered = new Set(describedMaps().map(({ id }) => id))
  expect(offered.size).toBeGreaterThan(30)
})

it('are read whole: each item in a request, each value without a throw', () => {
  for (const map of maps) {
    const items = resolveItems(map, form)
    expect([map.id, items.length > 0]).toEqual([map.id, true])
    const blocks = planItems(items, { unit: 1, ...map })
    expect([map.id, blocks.every(({ count }) => count <= 125)]).toEqual([map.id, true])
    for (const item of items) {
      if (isNumberType(item.type))
        expect([map.id, item.id, item.registers.length]).toEqual([map.id, item.id, wordsOf(item.type)])
      for (const word of [0, 1, 0x7fff, 0x8000, 0xffff]) {
        const value = decodeRegister(item, (_, registers) => registers.map(() => word))
        expect([map.id, item.id, typeof value === 'number' ? Number.isFinite(value) : true]).toEqual([
          map.id,
          item.id,
          true,
        ])
      }
    }
  }
})
