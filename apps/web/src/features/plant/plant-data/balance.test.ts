import { expect, it } from 'vitest'
import type { FlowNode } from '../../../api/plant-now.ts'
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

it.each([
  [4300, 'plant-data.balance.exceeded', 320, true],
  [4000, 'plant-data.balance.exceeded', 20, false],
  [3980, 'plant-data.balance.derived', 0, false],
] as const)('smart loads of %d W beside a whole of 3980 W: %s', (smartW, key, powerW, isOff) => {
  const load: FlowNode = { role: 'load', power: 3980, metered: false, derived: true, devices: [] }
  const smartLoad: FlowNode = { ...load, role: 'smartLoad', power: smartW, derived: false }
  const state = { ...now(null), loadW: 3980, nodes: [load, smartLoad] }
  expect(balanceOf(state, 'EXCESS')).toEqual({ key, powerW, isOff })
})
