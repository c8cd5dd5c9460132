import { expect, test } from 'vitest'
import { learnOffset } from './boot-offsets.ts'

const frame = (totalS: number, poweronS: number, offsetS: number) => ({ totalS, poweronS, offsetS })

test('a new boot comes first, a known boot changes nothing', () => {
  const first = learnOffset([], frame(1_000, 100, 5_000))
  expect(first).toEqual([{ bootBaseS: 900, offsetS: 5_000 }])
  expect(learnOffset(first, frame(1_303, 400, 5_001))).toBe(first)
  const second = learnOffset(first, frame(2_000, 10, 6_000))
  expect(second.map(({ bootBaseS }) => bootBaseS)).toEqual([1_990, 900])
})

test('a reset clock replaces the offset of its boot', () => {
  const first = learnOffset([], frame(1_000, 100, 5_000))
  expect(learnOffset(first, frame(1_100, 200, 8_600))).toEqual([{ bootBaseS: 900, offsetS: 8_600 }])
})

test('a frame without an offset changes nothing', () => {
  const known = [{ bootBaseS: 1, offsetS: 2 }]
  expect(learnOffset(known, frame(1_000, 100, 0))).toBe(known)
})

test('a logger that keeps restarting does not fill the row', () => {
  let known = learnOffset([], frame(0, 0, 1))
  for (let boot = 1; boot < 500; boot += 1) known = learnOffset(known, frame(boot * 100, 0, boot))
  expect(known).toHaveLength(48)
  expect(known[0]).toEqual({ bootBaseS: 49_900, offsetS: 499 })
})
