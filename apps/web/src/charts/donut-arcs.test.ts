import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arcsOf } from './donut-arcs.ts'

const around = 2 * Math.PI * 50

it('closes the ring without a gap for one part', () => {
  expect(arcsOf([7, 0], 50)).toEqual([{ start: 0, length: around, rest: 0 }, undefined])
})

it('draws nothing without values', () => {
  expect(arcsOf([0, 0], 50)).toEqual([undefined, undefined])
  expect(arcsOf([], 50)).toEqual([])
})

it('never lets parts overlap or leave the ring', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 6 }), (values) => {
      let end = 0
      for (const arc of arcsOf(values, 50)) {
        if (!arc) continue
        expect(arc.start).toBeGreaterThanOrEqual(end - 1e-6)
        end = arc.start + arc.length
      }
      expect(end).toBeLessThanOrEqual(around + 1e-6)
    }),
  )
})
