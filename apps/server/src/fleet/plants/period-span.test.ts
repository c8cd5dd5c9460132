import { describe, expect, it } from 'vitest'
import { boundsOf, spansBefore } from './period-span.ts'

describe('boundsOf', () => {
  it('ends a running period today', () => {
    expect(boundsOf('daily', '2026-11-21', '2026-11-22')).toEqual({ from: '2026-11-21', to: '2026-11-21' })
    expect(boundsOf('month', '2026-11-01', '2026-11-22')).toEqual({ from: '2026-11-01', to: '2026-11-22' })
    expect(boundsOf('month', '2026-02-01', '2026-11-22')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(boundsOf('year', '2024-01-01', '2026-11-22')).toEqual({ from: '2024-01-01', to: '2024-12-31' })
    expect(boundsOf('total', '2026-11-22', '2026-11-22').to).toBe('2026-11-22')
  })
})

describe('spansBefore', () => {
  it('compares a day with the week before it', () => {
    expect(spansBefore('daily', '2026-11-03', '2026-11-03')).toEqual([
      { with: 'week', from: '2026-10-27', to: '2026-11-02', leastDays: 3 },
    ])
  })

  it('compares a month with the same dates a year before, else with the month before', () => {
    expect(spansBefore('month', '2024-02-01', '2024-02-29')).toEqual([
      { with: 'yearBefore', from: '2023-02-01', to: '2023-02-28', leastDays: 26 },
      { with: 'monthBefore', from: '2024-01-01', to: '2024-01-31', leastDays: 10 },
    ])
  })

  it('compares a year with the same dates a year before, and all years with nothing', () => {
    expect(spansBefore('year', '2026-01-01', '2026-11-22')).toEqual([
      { with: 'yearBefore', from: '2025-01-01', to: '2025-11-22', leastDays: 294 },
    ])
    expect(spansBefore('total', '1970-01-01', '2026-11-22')).toEqual([])
  })
})
