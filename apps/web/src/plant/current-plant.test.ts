import { expect, it } from 'vitest'
import { canOnPlant } from './current-plant.ts'

it('lets somebody do what their rights say, and everything where nothing is said', () => {
  expect(canOnPlant({ rights: undefined }, 'deletePlant')).toBe(true)
  expect(canOnPlant({ rights: ['viewPlantInfo'] }, 'viewPlantInfo')).toBe(true)
  expect(canOnPlant({ rights: ['viewPlantInfo'] }, 'editPlant')).toBe(false)
  expect(canOnPlant({ rights: [] }, 'viewPlantInfo')).toBe(false)
})
