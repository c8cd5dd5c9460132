import { expect, it } from 'vitest'
import { readZoom, writeZoom } from './use-zoom.ts'

const minute = 60_000
const day = { fromMs: 1_000_000 * minute, toMs: 1_001_440 * minute }

it('comes back from the address as it was written, to the minute', () => {
  const zoom = { fromMs: day.fromMs + 570.4 * minute, toMs: day.fromMs + 854.2 * minute }
  expect(writeZoom(zoom, day)).toBe('570-855')
  expect(readZoom('570-855', day)).toEqual({ fromMs: day.fromMs + 570 * minute, toMs: day.fromMs + 855 * minute })
})

it('is cut at the end, and nonsense shows all', () => {
  expect(readZoom('1380-9999', day)?.toMs).toBe(day.toMs)
  for (const text of [null, '', '5', '9-5', '2000-3000', 'a-b', '-5-9']) expect(readZoom(text, day)).toBeUndefined()
})
