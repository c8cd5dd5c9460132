import { expect, it } from 'vitest'
import { balanceOf } from './balance.ts'

const system = (unaccountedPower: number | null) => ({ unaccountedPower, generationPower: 4000, usePower: 1000 })

it.each([
  [0.4, 'BATTERY_BACKUP', 'plant-data.balance.exact', false],
  [12, 'BATTERY_BACKUP', 'plant-data.balance.unaccounted', false],
  [-250, 'BATTERY_BACKUP', 'plant-data.balance.unaccounted', true],
  [null, 'DISTRIBUTED_FULLY', 'plant-data.balance.allToGrid', false],
  [null, 'EXCESS', 'plant-data.balance.unknown', false],
] as const)('%s W in %s reads %s', (unaccounted, gridType, key, isOff) => {
  expect(balanceOf(system(unaccounted), gridType)).toMatchObject({ key, isOff })
})
