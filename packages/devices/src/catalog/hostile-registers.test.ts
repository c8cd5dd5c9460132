import { expect, it } from 'vitest'
import { fuzzReaders } from '../testing/fuzz-readers.ts'

const count = Number(process.env.HOSTILE_REGISTERS ?? 10_000)
const seed = Number(process.env.HOSTILE_SEED ?? 1)

it('readers take any words without a throw, and show no impossible value', () => {
  expect(fuzzReaders({ count, seed })).toEqual([])
}, 3_600_000)
