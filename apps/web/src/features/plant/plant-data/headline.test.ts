import { describe, expect, it } from 'vitest'
import { headlineOf } from './headline.ts'

const week = { with: 'week', from: '2026-11-14', to: '2026-11-20', days: 7, pvKwh: 70, clearSkyKwh: 140 } as const

describe('headlineOf', () => {
  it('gives the share of a clear sky, and the distance to the week before', () => {
    expect(headlineOf(6, { clearSkyKwh: 20, comparison: week })).toEqual({ share: 30, shareBefore: 50, change: -40 })
    expect(headlineOf(12, { clearSkyKwh: 20, comparison: week }).change).toBe(20)
  })

  it('never exceeds a clear sky', () => {
    expect(headlineOf(20.4, { clearSkyKwh: 20, comparison: null }).share).toBe(100)
  })

  it('knows nothing without data, without sun or without a past', () => {
    const nothing = { share: null, change: null }
    expect(headlineOf(null, { clearSkyKwh: 20, comparison: week })).toMatchObject(nothing)
    expect(headlineOf(0, { clearSkyKwh: null, comparison: null })).toMatchObject(nothing)
    expect(headlineOf(5, { clearSkyKwh: 20, comparison: null })).toMatchObject({ share: 25, change: null })
    expect(headlineOf(5, { clearSkyKwh: 20, comparison: { ...week, pvKwh: 0 } }).change).toBeNull()
  })
})
