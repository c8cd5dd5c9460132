import { expect, it } from 'vitest'
import { canOnPlant } from './current-plant.ts'

it('lets users do what their rights allow, and everything without a list', () => {
  expect(canOnPlant({ codes: undefined }, 'deletePlant')).toBe(true)
  expect(canOnPlant({ codes: ['plant:viewPlantInfo'] }, 'viewPlantInfo')).toBe(true)
  expect(canOnPlant({ codes: ['plant:viewPlantInfo'] }, 'editPlant')).toBe(false)
  expect(canOnPlant({ codes: [] }, 'viewPlantInfo')).toBe(false)
})
