import { expect, it } from 'vitest'
import { toRows } from './loss-rows.ts'

it('adds up as displayed, and each row is right to a tenth', () => {
  // 6.95 - 0.28 = 6.67 was shown as 6.9, -0.2 and 6.6.
  const rows = toRows({ potentialWh: 6.95, producedWh: 6.67 }, [0.28], 1)
  expect(rows).toEqual({ whole: 7, losses: [-0.3], produced: 6.7 })
  const many = toRows({ potentialWh: 10, producedWh: 7 }, [1.04, 1.04, 0.92], 10)
  expect(many.whole + many.losses.reduce((sum, loss) => sum + loss, 0)).toBeCloseTo(many.produced ?? 0, 9)
})

it('keeps a column of shares at a hundred', () => {
  const third = 100 / 3
  const rows = toRows({ potentialWh: 100, producedWh: third }, [third, third], 1)
  expect(rows.whole).toBe(100)
  expect((rows.produced ?? 0) - rows.losses.reduce((sum, loss) => sum + loss, 0)).toBeCloseTo(100, 9)
})

it('knows more than expected as a gain, and no production as unknown', () => {
  expect(toRows({ potentialWh: 1000, producedWh: 1050 }, [-50], 1).losses).toEqual([50])
  expect(toRows({ potentialWh: 800, producedWh: null }, [800], 1)).toEqual({
    whole: 800,
    losses: [-800],
    produced: null,
  })
})
