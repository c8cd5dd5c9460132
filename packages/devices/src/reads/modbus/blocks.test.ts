import fc from 'fast-check'
import { expect, it } from 'vitest'
import { halveBlock, planBlocks, spanHas, type Whole } from './blocks.ts'
import { readFrom } from './replies.ts'

const limits = { unit: 1, maxRegisters: 125, maxGap: 25 }
const at = (...registers: number[]) =>
  planBlocks(
    registers.map((first) => ({ function: 3, first, last: first })),
    limits,
  )

it('reads over a small hole and no large one', () => {
  expect(at(0, 20)).toEqual([{ unit: 1, function: 3, address: 0, count: 21, cuts: [20] }])
  expect(at(0, 40)).toHaveLength(2)
})

const wholes: fc.Arbitrary<Whole[]> = fc.array(
  fc
    .tuple(fc.constantFrom<3 | 4>(3, 4), fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 30 }))
    .map(([fn, first, more]) => ({ function: fn, first, last: first + more })),
  { minLength: 1, maxLength: 60 },
)

it('tears no number apart, however often a block is halved', () => {
  fc.assert(
    fc.property(wholes, fc.integer({ min: 31, max: 125 }), (parts, maxRegisters) => {
      let blocks = planBlocks(parts, { ...limits, maxRegisters })
      for (;;) {
        for (const { count } of blocks) expect(count).toBeLessThanOrEqual(maxRegisters)
        for (const part of parts)
          expect(blocks.some((block) => spanHas(block, part.function, part.first, part.last))).toBe(true)
        const halved = blocks.flatMap((block) => halveBlock(block) ?? [block])
        if (halved.length === blocks.length) break
        blocks = halved
      }
    }),
    { numRuns: 200 },
  )
})

it('takes the halves of a number from one reply only', () => {
  const low = { block: { function: 3, address: 10, count: 1 }, words: [1] } as const
  const high = { block: { function: 3, address: 11, count: 1 }, words: [2] } as const
  const both = { block: { function: 3, address: 9, count: 3 }, words: [7, 8, 9] } as const
  expect(readFrom([low, high])(3, [10, 11])).toBeUndefined()
  expect(readFrom([low, high, both])(3, [11, 10])).toEqual([9, 8])
  expect(readFrom([{ ...both, words: [7, 8] }])(3, [10, 11])).toBeUndefined()
  expect(readFrom([both])(4, [10])).toBeUndefined()
})
