import { expect, it } from 'vitest'
import { sumLosses } from './sum-losses.ts'

const loss = (lostWh: number | null, deviceId: number | null = 1, part = '', plantId = 7) => ({
  lostWh,
  deviceId,
  part,
  plantId,
})

it('adds what different devices, strings and plants lost', () => {
  expect(sumLosses([])).toBe(0)
  expect(sumLosses([loss(5), loss(7, 2), loss(1, 2, '', 8), loss(null, 3)])).toBe(13)
  expect(sumLosses([loss(5, 1, 'pv1'), loss(7, 1, 'pv2')])).toBe(12)
})

it('counts one loss once where several alarms tell it', () => {
  expect(sumLosses([loss(503), loss(503)])).toBe(503)
  expect(sumLosses([loss(5, 1, 'pv1'), loss(7, 1, 'pv2'), loss(10)])).toBe(12)
  expect(sumLosses([loss(5, 1, 'pv1'), loss(20)])).toBe(20)
  expect(sumLosses([loss(5), loss(7, 2), loss(30, null)])).toBe(30)
  expect(sumLosses([loss(5), loss(7, 2), loss(3, null)])).toBe(12)
})
