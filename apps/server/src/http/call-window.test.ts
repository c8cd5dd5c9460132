import { expect, it } from 'vitest'
import { createCallWindow } from './call-window.ts'

it('calls of one person are counted in windows, those of others apart', () => {
  const window = createCallWindow({ most: 2, windowMs: 10_000 })
  window.count(1, 0)
  window.count(1, 1)
  expect(() => window.count(1, 2_500)).toThrow(expect.objectContaining({ detail: { seconds: 8 } }))
  expect(() => window.count(2, 2_500)).not.toThrow()
  expect(() => window.count(1, 10_000)).not.toThrow()
})
