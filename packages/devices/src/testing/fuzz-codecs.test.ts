import { expect, it } from 'vitest'
import { codecs, fuzzCodec } from './fuzz-codecs.ts'

/** Registers have a test of their own, with more inputs (hostile-registers.test.ts). */
const countOf = (name: string): number => (name === 'registers' ? 500 : 10_000)

it.each(Object.keys(codecs))('%s takes anything, throws nothing and shows no impossible value', (name) =>
  expect(fuzzCodec(name, { count: countOf(name), seed: 20_261_129 }).faults).toEqual([]),
)
