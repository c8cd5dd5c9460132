import { expect, it, test } from 'vitest'
import { nextRun, periodBefore } from './schedule-times.ts'

const BERLIN = 'Europe/Berlin'
const at = (text: string): number => Date.parse(text)

test.each([
  ['day', '2026-06-15T03:59:00Z', '2026-06-15T04:00:00Z'],
  ['day', '2026-06-15T04:00:00Z', '2026-06-16T04:00:00Z'],
  // The clocks go forward, and back.
  ['day', '2026-03-28T12:00:00Z', '2026-03-29T04:00:00Z'],
  ['day', '2026-10-24T12:00:00Z', '2026-10-25T05:00:00Z'],
  ['week', '2026-06-15T04:00:00Z', '2026-06-22T04:00:00Z'],
  ['month', '2026-01-31T12:00:00Z', '2026-02-01T05:00:00Z'],
  ['month', '2026-12-01T05:00:00Z', '2027-01-01T05:00:00Z'],
  ['year', '2026-01-01T05:00:00Z', '2027-01-01T05:00:00Z'],
] as const)('after %s %s comes %s', (every, after, next) => {
  expect(new Date(nextRun(every, BERLIN, at(after))).toISOString()).toBe(at(next) && new Date(at(next)).toISOString())
})

it('reports the last whole period at the plant', () => {
  const monday = at('2026-06-15T04:00:00Z')
  expect(periodBefore('day', BERLIN, monday)).toEqual({ from: '2026-06-14', to: '2026-06-14' })
  expect(periodBefore('week', BERLIN, monday)).toEqual({ from: '2026-06-08', to: '2026-06-14' })
  expect(periodBefore('month', BERLIN, monday)).toEqual({ from: '2026-05-01', to: '2026-05-31' })
  expect(periodBefore('year', BERLIN, monday)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  // Already tomorrow at the plant.
  expect(periodBefore('day', 'Pacific/Auckland', at('2026-06-14T18:00:00Z'))).toEqual({
    from: '2026-06-14',
    to: '2026-06-14',
  })
})
