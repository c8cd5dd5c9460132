import { describe, expect, it } from 'vitest'
import { scaleBytes } from './byte-text.ts'

describe('scaleBytes', () => {
  it.each([
    [0, 0, 'B'],
    [-5, 0, 'B'],
    [999, 999, 'B'],
    [1000, 1, 'kB'],
    [4_200_000, 4.2, 'MB'],
    [7.5e9, 7.5, 'GB'],
    [3e15, 3000, 'TB'],
  ])('%d is %d %s', (bytes, value, unit) => expect(scaleBytes(bytes)).toEqual({ value, unit }))
})
