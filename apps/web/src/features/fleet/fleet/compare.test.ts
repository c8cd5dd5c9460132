import { describe, expect, it } from 'vitest'
import { compareYield } from './compare.ts'

const compare = (own: number | null, usual: number | null, count = 3) =>
  compareYield({ todayYieldH: own, neighbors: { count, todayYieldH: usual } })

describe('compareYield', () => {
  it('says how far above or below the neighbors a plant is', () => {
    expect(compare(1.5, 3)).toEqual({ kind: 'below', percent: 50, count: 3, isLow: true })
    expect(compare(2.4, 3)).toEqual({ kind: 'below', percent: 20, count: 3, isLow: false })
    expect(compare(4.5, 3)).toEqual({ kind: 'above', percent: 50, count: 3, isLow: false })
    expect(compare(3.2, 3)).toMatchObject({ kind: 'alike' })
    expect(compare(0, 3)).toMatchObject({ kind: 'below', percent: 100 })
  })

  it('says nothing without anything to compare with', () => {
    expect(compare(null, 3)).toBeUndefined()
    expect(compare(3, null)).toBeUndefined()
    expect(compare(3, null, 0)).toBeUndefined()
    // Minutes after sunrise.
    expect(compare(0.02, 0.01)).toBeUndefined()
  })
})
