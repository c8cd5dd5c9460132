import { expect, it } from 'vitest'
import { readZoom, writeZoom } from './use-zoom.ts'

const MINUTE = 60_000
const day = { fromMs: 1_000_000 * MINUTE, toMs: 1_001_440 * MINUTE }

it('comes back from the address as it was written, to the minute', () => {
  const zoom = { fromMs: day.fromMs + 570.4 * MINUTE, toMs: day.fromMs + 854.2 * MINUTE }
  expect(writeZoom(zoom, day)).toBe('570-855')
  expect(readZoom('570-855', day)).toEqual({ fromMs: day.fromMs + 570 * MINUTE, toMs: day.fromMs + 855 * MINUTE })
})

it('is cut at the end, and nonsense shows all', () => {
  expect(readZoom('1380-9999', day)?.toMs).toBe(day.toMs)
  for (const text of [null, '', '5', '9-5', '2000-3000', 'a-b', '-5-9']) expect(readZoom(text, day)).toBeUndefined()
})
