import { expect, it } from 'vitest'
import { createRarely } from './rarely.ts'

it('reports the first of many, and how many it suppressed', () => {
  let nowMs = 0
  const rarely = createRarely(() => nowMs, 1_000)
  expect(rarely.tell('full')).toBe(0)
  for (nowMs = 100; nowMs < 1_000; nowMs += 100) expect(rarely.tell('full')).toBeUndefined()
  expect(rarely.tell('other')).toBe(0)
  expect(rarely.tell('full')).toBe(9)
})

it('knows what has ended, and reports an intermittent problem no more often', () => {
  let nowMs = 0
  const rarely = createRarely(() => nowMs, 1_000)
  expect(rarely.end('full')).toBe(false)
  rarely.tell('full')
  expect([rarely.end('full'), rarely.end('full')]).toEqual([true, false])
  expect([rarely.tell('full'), rarely.end('full')]).toEqual([undefined, false])
  nowMs = 1_000
  expect([rarely.tell('full'), rarely.end('full')]).toEqual([1, true])
})
