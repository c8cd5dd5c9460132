import { describe, expect, it } from 'vitest'
import { headlineOf } from './headline.ts'

const week = { with: 'week', from: '2026-11-14', to: '2026-11-20', days: 7, pvWh: 70000, clearSkyWh: 140000 } as const

describe('headlineOf', () => {
  it('gives the share of a clear sky, and the distance to the week before', () => {
    expect(headlineOf(6000, { clearSkyWh: 20000, comparison: week })).toEqual({
      share: 30,
      shareBefore: 50,
      change: -40,
    })
    expect(headlineOf(12000, { clearSkyWh: 20000, comparison: week }).change).toBe(20)
  })

  it('never exceeds a clear sky', () => {
    expect(headlineOf(20400, { clearSkyWh: 20000, comparison: null }).share).toBe(100)
  })

  it('knows nothing without data, without sun or without a past', () => {
    const nothing = { share: null, change: null }
    expect(headlineOf(null, { clearSkyWh: 20000, comparison: week })).toMatchObject(nothing)
    expect(headlineOf(0, { clearSkyWh: null, comparison: null })).toMatchObject(nothing)
    expect(headlineOf(5000, { clearSkyWh: 20000, comparison: null })).toMatchObject({ share: 25, change: null })
    expect(headlineOf(5000, { clearSkyWh: 20000, comparison: { ...week, pvWh: 0 } }).change).toBeNull()
  })
})
