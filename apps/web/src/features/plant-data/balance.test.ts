import { expect, it } from 'vitest'
import type { FlowNode } from '../../api/plant-now.ts'
import { balanceOf } from './balance.ts'

const now = (unaccountedW: number | null) => ({
  unaccountedW,
  pvW: 4000,
  loadW: 1000,
  batteryW: -2900,
  generatorW: null,
  socPercent: 50,
  nodes: [] as FlowNode[],
})

it.each([
  [0.4, 'BATTERY_BACKUP', 'plant-data.balance.exact', false],
  [12, 'BATTERY_BACKUP', 'plant-data.balance.unaccounted', false],
  [-250, 'BATTERY_BACKUP', 'plant-data.balance.unaccounted', true],
  [null, 'DISTRIBUTED_FULLY', 'plant-data.balance.allToGrid', false],
  [null, 'EXCESS', 'plant-data.balance.unknown', false],
] as const)('%s W in %s reads %s', (unaccounted, gridType, key, isOff) => {
  expect(balanceOf(now(unaccounted), gridType)).toMatchObject({ key, isOff })
})

it('closes by itself without a grid', () => {
  expect(balanceOf(now(null), 'PV_BTR_USE')).toEqual({
    key: 'plant-data.balance.unaccounted',
    powerW: 100,
    isOff: false,
  })
})

it('takes no credit for a derived value', () => {
  const load: FlowNode = { role: 'load', power: 1000, metered: false, derived: true, devices: [] }
  expect(balanceOf({ ...now(null), nodes: [load] }, 'EXCESS').key).toBe('plant-data.balance.derived')
})
