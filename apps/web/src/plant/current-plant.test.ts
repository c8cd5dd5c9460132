import { expect, it } from 'vitest'
import { canOnPlant } from './current-plant.ts'

it('lets users do what their rights allow, and everything without a list', () => {
  expect(canOnPlant({ rights: undefined }, 'deletePlant')).toBe(true)
  expect(canOnPlant({ rights: ['viewPlantInfo'] }, 'viewPlantInfo')).toBe(true)
  expect(canOnPlant({ rights: ['viewPlantInfo'] }, 'editPlant')).toBe(false)
  expect(canOnPlant({ rights: [] }, 'viewPlantInfo')).toBe(false)
})
