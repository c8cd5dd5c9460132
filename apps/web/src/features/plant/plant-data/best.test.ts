import { expect, it } from 'vitest'
import type { PeriodEnergies, PowerSlot } from '../../../api/plant-figures.ts'
import { bestRow, bestSlot } from './best.ts'

const slot = (atMs: number, pvW: number | null) => ({ atMs, pvW }) as PowerSlot
const row = (month: number, day: number, pvWh: number | null) => ({ year: 2026, month, day, pvWh }) as PeriodEnergies

it('finds the first highest power of a day, and none in a dark one', () => {
  expect(bestSlot({ slots: [slot(1, null), slot(2, 900), slot(3, 1200), slot(4, 1200)] })).toEqual({
    of: 'day',
    powerW: 1200,
    atMs: 3,
  })
  expect(bestSlot({ slots: [slot(1, 0), slot(2, null)] })).toBeUndefined()
})

it('finds the best part of a longer period by its key', () => {
  expect(bestRow('month', [row(11, 1, 3), row(11, 2, 8), row(11, 3, null)])).toEqual({
    of: 'month',
    energyWh: 8,
    key: '2026-11-02',
  })
  expect(bestRow('year', [row(10, 0, 3), row(11, 0, 1)])).toMatchObject({ key: '2026-10' })
  expect(bestRow('total', [])).toBeUndefined()
})
